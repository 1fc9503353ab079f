"""Codes about what can be played, but should not be left so."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import RENDERED, SKELETON, TEXTS, above, in_layer, in_rule, whole

AMENDMENT = """
option game/double on game/base
    amend rule score.tally
        score 2 * tally(you)
"""

SAME = """
option game/strict on game/base
    set limit = 5
"""
STEP = """
option game/rain on game/base
    insert after place.done
        step rain
"""
RAIN = """
    rule rain.falls "Rain mixes the bag"
        house
        at rain
            shuffle bag
"""
BONUS = "var bonus: 0..9"
HEAP = "zone heap: hand of colour"
HEAPED = """at place.done
    move top 1 from bag to heap
    tally(mover) := count heap"""
STREAK = """for place {}
    add 1 to streak(you) at most 9
score streak(you)"""
A_WAY_OUT = """
option game/short on game/base
    rule place.yield "Who cannot place yields"
        house
        action yield instead of place
        for yield
            require no legal place

    rule yield.cost "To yield has its price"
        house
        {}
"""
DRAWS = """
option game/draws on game/base
    zone kept of player: hand of colour
    var enough: flag
    insert after place
        repeat draws until enough
            ask draw of mover when some bag "Which colour do you draw, or is it enough?"
        step draws.over

    rule draws.many "After a turn one draws until one has enough"
        house
        action draw
            what in bag
        action stop instead of draw
        for draw
            move what from bag to kept(you)
        for stop
            enough := true
        at draws.over
            remove all from kept(mover)
{}"""
TAKEN_BACK = "            enough := false\n"
FEWEST = """
option game/few on game/base
    replace rule score.tally "The fewest squares win"
        house
        score tally(you)
        rank {}total(you)
"""
LARGER_BAG = """
option game/long on game/base
    replace zone bag: pile of colour, starts with 5 of each{}
"""
ENDING = """            end
"""
SECRET = """
option game/hands on game/base
    zone held of player: hand of colour, seen by owner
    insert after place.done
        step draw
        ask drop of mover when {}

    rule held.drop "Who holds something drops it"
        house
        at draw
            move top 1 from bag to held(mover)
        action drop
            what in held(you)
        for drop
            remove what from held(you)
"""
TOP_OF_HAND = """
option game/hands on game/base
    zone held: hand of colour
    insert after place.done
        step draw
        step drop

    rule held.drop "What is drawn is dropped"
        house
        at draw
            move top 1 from bag to held
        at drop
            remove top 1 from held
"""
REMOVED = """
option game/base-two on game/base
    rule tally.kept "The tally is kept in mind"
        house
        rank tally(you)
    rule tally.follows "Who places more has the larger tally"
        house
        follows tally.kept

option game/unkept on game/base-two
    remove rule tally.kept because "nobody minds"
"""
KEPT_INVARIANT = """
option game/empty on game/base
    rule place.empty "Nothing is placed on what is full"
        house
        for place
            require not at.full
        invariant no field[full and some colour]

option game/heaps on game/empty
    amend rule place.empty
        house
        for place
            require at.x > 0
"""
CARD_KIND = """
kinds card from "cards.csv"
    worth: 0..9
"""
CARD_LINE = "score tally(you) + sum(worth over card)"

LINT = (
    Explanation(
        Code.UNUSED,
        "Something is declared that no text uses. This is a warning: the ruleset can be played.",
        "It is misspelt where it is used, or was forgotten when a rule went.",
        in_layer("define spare = 3"),
        in_layer("define spare = 3", lines="score spare"),
    ),
    Explanation(
        Code.MISSING_TEXT,
        "A language tells the aim of a mode, but lacks texts for other things of it, or of an option on it.",
        "Whoever is told the aim wants to be told the rest: components, every step, ask and rule; "
        "in other languages than English also titles and names.",
        above(TEXTS.format("aim", "Place as many colours as you can.")),
        above(TEXTS.format("rule place.open", "Place a colour.")),
    ),
    Explanation(
        Code.CHANGE_WITHOUT_SOURCE,
        "An amendment changes what is played and states no source. This is a warning.",
        "The books that state the old rule would be quoted for the new one.",
        above(AMENDMENT),
        above(AMENDMENT.replace("score.tally\n", "score.tally\n        house\n")),
    ),
    Explanation(
        Code.ALWAYS_OR_NEVER,
        "A condition comes to the same in every position. The message says why: what its parts can be. A warning.",
        "What is always so need not be said, and what is never so was meant in another way.",
        in_rule("for place\n    require at.x < 10"),
        in_rule("for place\n    require at.x < 3"),
    ),
    Explanation(
        Code.WHOLE_KIND,
        "A set stands where one of its elements was meant: a kind alone, or something that is compared with a set. "
        "A warning.",
        "The name of a kind is the set of all its members. A set is equal to one thing only if it holds no other.",
        in_rule("for place\n    require colour = red"),
        in_rule("for place\n    require hue = red"),
    ),
    Explanation(
        Code.ALWAYS_EMPTY,
        "Something is taken from a set that is always empty, or from a place beyond its end. A warning.",
        "What comes out is nothing, or 0, in every position.",
        in_rule("for place\n    require you = nth(players, 3)"),
        in_rule("for place when no field[some colour]\n    require you = nth(players, 2)"),
    ),
    Explanation(
        Code.NO_EFFECT,
        "A line changes nothing: a bound that is never reached, a score of 0, a value that is there. A warning.",
        "It was meant to do something.",
        above(SAME),
        above(SAME.replace("limit = 5", "limit = 4")),
    ),
    Explanation(
        Code.NEVER_LEGAL,
        "The requirements for an action exclude each other, so that no answer by it is ever legal. A warning.",
        "All requirements of all rules have to be met at once.",
        in_rule("for place\n    require some at.colour"),
        in_rule("for place\n    require no at.colour and at.x > 0"),
    ),
    Explanation(
        Code.NEVER_WRITTEN,
        "Something is read that no rule gives a value, or a number that is only ever made less, or a zone into which "
        "nothing comes. A warning.",
        "It is blank in every position.",
        in_layer("var bonus(player): 0..9", lines="score bonus(you)"),
        in_layer("var bonus(player): 0..9", lines="for place\n    add 1 to bonus(you) at most 9\nscore bonus(you)"),
    ),
    Explanation(
        Code.NEVER_READ,
        "Something is kept, bound or chosen, and no rule makes use of it. A warning.",
        "The line that was to use it is missing, or speaks of something else.",
        in_layer("var bonus(player): 0..9", lines="for place\n    add 1 to bonus(you) at most 9"),
        in_layer("var bonus(player): 0..9", lines="for place\n    add 1 to bonus(you) at most 9\nscore bonus(you)"),
    ),
    Explanation(
        Code.NOTHING_HAPPENS,
        "No rule does anything at a step, and no layer holds on to it. A warning.",
        "The rule that was to act there is missing, or names another step.",
        above(STEP),
        above(STEP + RAIN),
    ),
    Explanation(
        Code.CLASH,
        "Two effects of one moment give one place a value, or one a value and the other an addition. A warning.",
        "All effects of an answer or a step happen at once, so the game cannot know which one counts; it stops.",
        in_rule("for place\n    bonus := 1\n    add 1 to bonus at most 9\nscore tally(you) + bonus", items=BONUS),
        in_rule("for place\n    add 2 to bonus at most 9\nscore tally(you) + bonus", items=BONUS),
    ),
    Explanation(
        Code.NEVER_ENDS,
        "A loop has no condition, what it binds is never nothing, and no rule ends the game. A warning.",
        "Such a game goes on for ever.",
        whole(SKELETON.replace(" until no open", "").replace(ENDING, "            show count open to all\n")),
        whole(SKELETON.replace(" until no open", "")),
    ),
    Explanation(
        Code.NOT_RANKED,
        "Points are scored and nothing ranks by them, or by some of them; or sides are ranked by a total to which "
        "nothing adds. A warning.",
        "Without a `rank` line all are tied, whatever they score.",
        whole(SKELETON.replace("        rank total(you)\n", "")),
        whole(SKELETON),
    ),
    Explanation(
        Code.NOBODY_ASKED,
        "An ask names nobody who could be asked, or a loop asks the same player again and again. A warning.",
        "An ask of nothing is passed over. What a loop binds is worked out anew for each pass, or by `then`.",
        whole(
            SKELETON.replace("ask place of mover", "ask place of none").replace(
                "with mover = first(players) then next_player(mover)", ""
            )
        ),
        whole(SKELETON),
    ),
    Explanation(
        Code.TELLS_SECRET,
        "The flow reads what not everybody may know, or an ask takes it along to another player. A warning.",
        "Everybody sees who is asked and what for.",
        above(SECRET.format("some held(mover)[it = red]")),
        above(SECRET.format("some held(mover)")),
    ),
    Explanation(
        Code.UNEVEN_LISTS,
        "Sides are ranked by lists that can have different lengths, and by another line after that. A warning.",
        "Beyond the end of a shorter list the next line would be compared with the rest of a longer one.",
        in_rule("rank sorted(x over field[x < tally(you)])\nrank tally(you)"),
        in_rule("rank sorted(tally(you) - count field[f: f.colour = it] over colour)\nrank tally(you)"),
    ),
    Explanation(
        Code.OUTSIDE_INDEX,
        "A variable is changed at an index that may lie outside those it has. A warning.",
        "There is nothing to change there, and nobody is told.",
        in_layer("var made(1..3): 0..9", lines="for place\n    made(at.x + 1) := 1\nscore tally(you) + made(1)"),
        in_layer("var made(1..5): 0..9", lines="for place\n    made(at.x + 1) := 1\nscore tally(you) + made(1)"),
    ),
    Explanation(
        Code.FOLLOWS_REMOVED,
        "A layer removes a rule from which another says that it follows. A warning.",
        "The other one is stated as a consequence of something that no longer holds.",
        above(REMOVED),
        above(REMOVED + '    remove rule tally.follows because "nothing is tallied"\n'),
    ),
    Explanation(
        Code.INVARIANT_KEPT,
        "An amendment swaps a requirement, or a definition in it, and not the invariant beside it. A warning.",
        "The invariant held because of the old requirement; positions that break it are warned of.",
        above(KEPT_INVARIANT),
        above(KEPT_INVARIANT + "        invariant no field[full and some colour]\n"),
    ),
    Explanation(
        Code.SAME_TITLE,
        "Two rules of a ruleset have the same title. A warning.",
        "Who is told a title cannot know which of them is meant.",
        in_layer('rule extra "Every square counts"\n    house\n    score 2 * tally(you)'),
        in_layer('rule extra "And counts twice more"\n    house\n    score 2 * tally(you)'),
    ),
    Explanation(
        Code.UNUSED_COLUMN,
        "A table has a column that no field takes. A warning.",
        "It is misspelt, or tells something that is not in the rules. A column `note` is for people.",
        in_layer(CARD_KIND, lines=CARD_LINE, data="card,worth,copies,power\nace,9,1,3\nten,5,1,2\n"),
        in_layer(CARD_KIND, lines=CARD_LINE, data="card,worth,copies,note\nace,9,1,golden\nten,5,1,\n"),
    ),
    Explanation(
        Code.NO_TOP,
        "Pieces are taken from the top of a hand, which has no order. A warning.",
        "It takes the pieces of the kind that is declared first, and nobody has chosen or mixed them.",
        above(TOP_OF_HAND),
        above(TOP_OF_HAND.replace("top 1", "all")),
    ),
    Explanation(
        Code.NOT_THERE,
        "A piece is chosen out of one zone and taken from another, more are taken than a zone holds, or a piece that "
        "lies in no row is marked. A warning.",
        "Nothing can be found where it is not, and only pieces in a row keep a mark.",
        in_rule("at place.done\n    remove top 9 from bag"),
        in_rule("at place.done\n    remove all from bag"),
    ),
    Explanation(
        Code.ENDS_AT_ONCE,
        "A rule ends the game at a step of every turn or round, or with an answer that nobody can avoid, and nothing "
        "holds it back. A warning.",
        "The game is over in the first turn or round. An end stands under a condition.",
        in_rule("for place\n    end"),
        in_rule("for place when tally(you) = 8\n    end"),
    ),
    Explanation(
        Code.NO_WAY_OUT,
        "An action is there for those who have no legal answer by another one, and something else is required of it as "
        "well, or a layer takes it away. A warning.",
        "Whoever has no other answer, and does not meet the second requirement, has none at all; that stops the game.",
        above(A_WAY_OUT.format("for yield\n            require tally(you) > 3")),
        above(A_WAY_OUT.format("for yield\n            tally(you) := 0")),
    ),
    Explanation(
        Code.NEVER_PLAYED,
        "A plain `layer` stands on others, and nothing stands on it. A warning.",
        "It is part of no game, and only modes and options are named by those who play.",
        above('layer game/more on game/base\n    title "More"\n    set limit = 6'),
        above('option game/more on game/base\n    title "More"\n    set limit = 6'),
    ),
    Explanation(
        Code.MIXED_TOO_LATE,
        "Pieces are taken from the top of a zone at the only step that mixes it. A warning.",
        "Of all that happens at a step the mixing comes last, so these pieces lie as the zone started.",
        in_rule("at setup\n    remove top 2 from bag"),
        in_rule("at place.done\n    remove top 2 from bag"),
    ),
    Explanation(
        Code.LOOSE_BOUND,
        "Something is added behind the number of `at most` or `at least`, and so belongs to the bound. A warning.",
        "`+` binds tighter: `a at most 10 + b` is the smaller of `a` and `10 + b`. Brackets say which is meant.",
        in_rule("score 2 * tally(you) at most 4 + count field[x < tally(you)]"),
        in_rule("score (2 * tally(you) at most 4) + count field[x < tally(you)]"),
    ),
    Explanation(
        Code.READS_BEFORE,
        "An effect calculates with a place that another line of its block changes. A warning.",
        "All effects of a moment read the position before it, so the new value is not there yet. What comes after it "
        "happens at a step of its own, or says what is new: `count heap + 1`.",
        in_rule(HEAPED, items=HEAP),
        in_rule(HEAPED + " + 1", items=HEAP),
    ),
    Explanation(
        Code.NEVER_BEGINS,
        "Something waits for itself: it asks for a value or for pieces that come only after it. A warning.",
        "Everything starts blank, so it never happens. A first step gives what there is to begin with, or the "
        "condition lets the first time pass.",
        in_rule(STREAK.format("when streak(you) > 0"), items="var streak(player): 0..9"),
        in_rule(STREAK.format("when tally(you) > 0"), items="var streak(player): 0..9"),
    ),
    Explanation(
        Code.LOOSE_OR,
        "Two denials of one thing are joined by `or`. A warning.",
        "Whatever is not in both sets passes, so next to nothing is forbidden: what is to be in neither wants `and`. "
        "Who means it writes `not (… and …)`.",
        in_rule("for place\n    require at not in beside(field[full]) or at not in beside(field[colour = red])"),
        in_rule("for place\n    require at not in beside(field[full]) and at not in beside(field[colour = red])"),
    ),
    Explanation(
        Code.NEVER_AGAIN,
        "A flag ends a loop within another loop, and nothing makes it false again. A warning.",
        "The loop is passed once in the first round, and never again in the rest of the game. A step behind the loop "
        "takes the flag back.",
        above(DRAWS.format("")),
        above(DRAWS.format(TAKEN_BACK)),
    ),
    Explanation(
        Code.TITLE_DENIES,
        "The title of a rule has the least, the fewest or the lowest win, and its `rank` line puts the most first. "
        "A warning.",
        "Sides are always ranked by more: where less is better, the number is taken below 0. What a title in English "
        "says is all that is looked at.",
        above(FEWEST.format("")),
        above(FEWEST.format("-")),
    ),
    Explanation(
        Code.HALF_THERE,
        "Several things have to be in a set together, and one of them may be nothing. A warning.",
        "A set has no place for nothing: at the edge of a board `{at, shift(at, up)}` is `at` alone, and what was "
        "meant for two holds for one. Each of them asked for by itself has to be there.",
        in_rule("for place\n    require {at, shift(at, up)} in open"),
        in_rule("for place\n    require at in open and shift(at, up) in open"),
    ),
    Explanation(
        Code.SEEN_BY_MORE,
        "A zone is declared anew without saying who sees it, and not everybody saw it before. A warning.",
        "A zone of which nothing is said is seen by all, so a draw pile would lie open. Who means that says "
        "`seen by all`.",
        above(LARGER_BAG.format("")),
        above(LARGER_BAG.format(", seen by nobody")),
    ),
    Explanation(
        Code.STALE_TEXT,
        "A text in another language does not say which English text it renders, or the English has changed since.",
        "Readers of that language would be told an old rule. `tilelaw rules texts` shows both, and stamps what is new.",
        above(RENDERED.format("Jusqu'à {limit} cases.", "renders 00000000")),
        above(RENDERED.format("Jusqu'à {limit} cases.", "renders f60beed9")),
    ),
)
