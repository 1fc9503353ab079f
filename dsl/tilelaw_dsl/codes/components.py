"""Codes about components: boards, zones, pieces and the files that list them."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import CARDS, LOOK, in_layer

CARD = 'kinds card from "cards.csv"\n    worth: 0..9\n'
FACES = "card,front_colour\nace,red\nten,blue\n"
FACED = 'kinds card from "cards.csv"\n    front: face\n'
RED_FACES = "score count card[front.colour = red]"
TOWER = """
board tower{}
    grid squares 0..3 by 0..3
    relation touching = {}
    cell brick
        top: flag printed at {}
        laid: flag
"""

COMPONENTS = (
    Explanation(
        Code.PRINTED_ON_NO_CELL,
        "A field of a record or a kind says what is printed where.",
        "Only cells of a board lie somewhere; what is printed on pieces stands in their data file.",
        in_layer(
            "record face\n    colour: colour printed red at 0,0",
            items=FACED,
            lines=RED_FACES,
            data=FACES,
        ),
        in_layer("record face\n    colour: colour", items=FACED, lines=RED_FACES, data=FACES),
    ),
    Explanation(
        Code.NO_DATA_FILE,
        "A kind is to be read from a file that is not there.",
        "It is looked for beside the rules file, then among the bundled data.",
        in_layer('kinds card from "crads.csv"\n    worth: 0..9', lines="score sum(worth over card)", data=CARDS),
        in_layer(CARD, lines="score sum(worth over card)", data=CARDS),
    ),
    Explanation(
        Code.BAD_DATA,
        "A data file lacks a column, or has a value that does not fit its field, or does not list pieces.",
        "The first column names every piece, `copies` says how often it is there, and each field has a column.",
        in_layer(CARD, lines="score sum(worth over card)", data="card,worth,copies\nace,9,1\nten,ten,1\n"),
        in_layer(CARD, lines="score sum(worth over card)", data=CARDS),
    ),
    Explanation(
        Code.NO_OWNER_KIND,
        "A board is of something else than `player`.",
        "Only players have boards of their own. Zones can be of any kind.",
        in_layer(TOWER.format(" of colour", "king", "0,0"), lines="score count tower(you)[top]"),
        in_layer(TOWER.format(" of player", "king", "0,0"), lines="score count tower(you)[top]"),
    ),
    Explanation(
        Code.OFF_THE_BOARD,
        "Something is printed on a cell that the board does not have.",
        "The grid says which cells there are.",
        in_layer(TOWER.format("", "king", "4,0"), lines="score count tower[top]"),
        in_layer(TOWER.format("", "king", "3,0"), lines="score count tower[top]"),
    ),
    Explanation(
        Code.SEEN_BY_NO_OWNER,
        "A zone or a variable is seen by its owner or a team, but belongs to no player.",
        "A zone belongs to a player if it is `of player`, a variable if its first index is a player.",
        in_layer("zone held of colour: hand of colour, seen by owner", lines="score count held(red)"),
        in_layer("zone held of player: hand of colour, seen by owner", lines="score count held(you)"),
    ),
    Explanation(
        Code.MARKED_COPIES,
        "A mark is laid on a kind of which there are several equal pieces.",
        "Pieces that cannot be told apart cannot be marked apart.",
        in_layer(
            "mark drawn on card: flag",
            items=CARD,
            lines="score sum(worth over card[drawn])",
            data="card,worth,copies\nace,9,1\nten,5,4\n",
        ),
        in_layer("mark drawn on card: flag", items=CARD, lines="score sum(worth over card[drawn])", data=CARDS),
    ),
    Explanation(
        Code.NO_RELATION_OF_GRID,
        "A relation takes steps that the grid does not have.",
        "On squares steps are `orthogonal`, `diagonal` or those of a chess `king`, on hexagons `hex`.",
        in_layer(TOWER.format("", "hex", "0,0"), lines="score count tower[top]"),
        in_layer(TOWER.format("", "king", "0,0"), lines="score count tower[top]"),
    ),
    Explanation(
        Code.OWNED_START,
        "A zone of each player, or of each member of a kind, starts with all pieces.",
        "They lie in one zone only; who gets which is dealt at a step of the setup. A number `of each` all get.",
        in_layer("zone held of player: hand of colour, starts with all", lines="score count held(you)"),
        in_layer("zone held of player: hand of colour", lines="score count held(you)"),
    ),
    Explanation(
        Code.NOT_SORTABLE,
        "A zone is sorted by something that its pieces do not have, or is no row.",
        "Only a row is sorted, by a field of its pieces.",
        in_layer("zone display: row of card by colour", items=CARD, lines="score count display", data=CARDS),
        in_layer("zone display: row of card by worth", items=CARD, lines="score count display", data=CARDS),
    ),
    Explanation(
        Code.NO_LOOK_FILE,
        "A layer names a look that is not there.",
        "It is looked for beside the rules file. A layer without a look is drawn plainly.",
        in_layer('look "look.yml"', look=LOOK),
        in_layer('look "look.yaml"', look=LOOK),
    ),
    Explanation(
        Code.BAD_LOOK,
        "The look of a layer is no YAML, or says what a look does not.",
        "The page about looks lists everything that one can say.",
        in_layer('look "look.yaml"', look=LOOK.replace("letter", "leter")),
        in_layer('look "look.yaml"', look=LOOK),
    ),
    Explanation(
        Code.NOT_FIXED,
        "A relation is declared by a condition that depends on the position, or on what players do.",
        "Neighbours are found once, before anybody plays, from what never changes.",
        in_layer(TOWER.format("", "a, b when b.laid", "0,0"), lines="score count touching(tower[top])"),
        in_layer(TOWER.format("", "a, b when b.top", "0,0"), lines="score count touching(tower[top])"),
    ),
)
