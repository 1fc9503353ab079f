"""What a ruleset may cost: a bound on the steps of every question that rules answer, judged once, before anybody plays.

A step is one operation on one element. The bound comes from the sizes of the sets that rules run over and from nothing
else, so it is the same on every machine. Both engines work a value out once where the names it reads have the same
values, and so it is counted:

    sizes      how many elements a set can have, and what the parts of a partition have together
    work       steps by the names on which they depend: what does not read an element is not repeated for it
    count      expressions and effects -> work
    questions  rules -> work for each question (listing, an answer, a step, scores ...), judged and put into the game
"""
