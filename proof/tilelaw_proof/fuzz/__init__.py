"""Games of the reference put to an implementation, question by question, until they disagree.

1. `play` plays games: at random, greedily, and towards rules that have been rare so far.
2. `questions` turns a position of a game into cases: what is legal, what is not, what comes of it, who has how much.
   So a question is put as any case is put, by the runner, and only what the implementation claims is judged.
3. `hunt` asks until the time is over, and keeps one disagreement for each rule in dispute, the simplest.
4. `dispute` says which rule that is and what it rests on.
5. `shrink` makes the position smaller while the two still disagree, within the invariants of the ruleset.
6. `write` makes a case of it, ready to be kept.

`divide` walks down from a count of sequences of moves that differs to the position in which other moves are listed.
"""
