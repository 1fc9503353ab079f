"""What the rules of a file did in games at random, for their author to compare with what was meant.

    told      what a file speaks of
    words     how the parts of typed rules were written
    facts     what conditions read, and what that came to
    turns     how often everybody was asked
    demands   what became of requirements    )
    doings    what effects did               )  one for each rule, with its examples
    points    what score lines gave          )
    books     all of it, kept while games are played
    text      a paragraph for each rule; `said` has the values in it

A rule that is well formed and means something else than its title passes every check. Only its author can see that,
and only by what the rule does.
"""
