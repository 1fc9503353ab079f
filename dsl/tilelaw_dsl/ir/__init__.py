"""The typed rules of one ruleset for one number of players, ready to be played: the contract between the
language and every engine.

A `Game` is complete and closed: no names are left to look up in any text, no sugar, no layers. Everything that
is calculated is an `Expr`; everything that changes a position is an `Effect`; the flow of play is a tree of
items. `to_json` and `from_json` are inverse to each other, so a game can be stored and sent.

Values
    flag        true or false
    number      an integer
    thing       a member of a kind, a player, a side, a cell, a direction, a record; or *nothing*
    set         things (or numbers, or sets) without order or repetition
    bag         the pieces of a zone, in order, with repetition
    list        numbers in order (only `sorted` makes one)

Nothing. There is no null and no failing expression. Whatever is asked of nothing gives the *blank* of the type
it should have given: a flag false, a number 0, a thing *nothing*, a set or bag the empty one. So a field of
nothing, a table outside its index, a call with nothing for a parameter that must be something, a variable with
nothing as index are all blank. Nothing equals nothing else (not even nothing) and is in no set.

Order. Things have one canonical order: members as declared, players and sides from 0, cells by owner, then x,
then y, directions as listed in `geometry`. Sets are walked, and answered, in that order.

At once. The effects of one answer (of all rules together), or of one step, happen at once: every expression
reads the position before. Two effects that give one place different values clash: that is an error in the
rules, reported in play.
"""

from tilelaw_dsl.ir.components import *
from tilelaw_dsl.ir.dependencies import *
from tilelaw_dsl.ir.effects import *
from tilelaw_dsl.ir.expressions import *
from tilelaw_dsl.ir.flow import *
from tilelaw_dsl.ir.functions import *
from tilelaw_dsl.ir.game import *
from tilelaw_dsl.ir.names import *
from tilelaw_dsl.ir.node import *
from tilelaw_dsl.ir.rules import *
from tilelaw_dsl.ir.text import *
from tilelaw_dsl.ir.types import *
from tilelaw_dsl.vocabulary import *
