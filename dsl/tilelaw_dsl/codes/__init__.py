"""The codes of diagnostics by name; what each means, with examples, stands in the modules of this folder.

This module alone is small, for every pass needs it; `registry` joins the explanations, which few runs want.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What a diagnostic is about. The first digit names the field; a code is permanent."""

    # 1: the text
    TOO_LARGE = "T101"
    STRANGE_CHARACTER = "T102"
    MISPLACED_WORD = "T103"
    QUOTES = "T104"
    INDENTATION = "T105"
    BRACKET = "T106"
    MISSING_BLOCK = "T107"
    SPELLING = "T108"
    UNKNOWN_LINE = "T109"
    FOREIGN_SIGN = "T110"
    CAPITAL_LETTER = "T111"
    INCOMPLETE = "T112"
    EQUALS_OR_BECOMES = "T113"
    OUTSIDE_LAYER = "T114"
    LOOP_IN_CONDITION = "T115"
    NOT_UTF8 = "T116"

    # 2: layers
    LAYER_TWICE = "T201"
    UNKNOWN_LAYER = "T202"
    LAYER_ON_ITSELF = "T203"
    MISSING_GROUND = "T204"
    WRONG_PLAYER_COUNT = "T205"
    SIBLINGS_CLASH = "T206"
    DECLARED_TWICE = "T207"
    UNKNOWN_RULE = "T208"
    RULE_TWICE = "T209"
    UNKNOWN_DECLARATION = "T210"
    SECOND_FLOW = "T211"
    UNKNOWN_ANCHOR = "T212"
    NO_LAYER = "T213"
    UNFILLED_NEED = "T214"
    NO_SUCH_FILE = "T215"
    NO_PLAYER_COUNT = "T216"
    NO_PLAYERS = "T217"
    EDITION_TWICE = "T218"
    SAID_TWICE = "T219"
    TWO_MODES = "T220"
    NO_MODE = "T221"
    NO_LONGER_FITS = "T222"
    EFFECT_LOST = "T223"
    EDITION_AFTER_ITSELF = "T224"

    # 3: names
    KEPT_WORD = "T301"
    UNKNOWN_TYPE = "T302"
    UNKNOWN_NAME = "T303"
    NEEDS_BRACKETS = "T304"
    NEEDS_NO_BRACKETS = "T305"
    NOBODY_THERE = "T306"
    UNKNOWN_FIELD = "T307"
    WRONG_ARGUMENTS = "T308"
    DEFINED_BY_ITSELF = "T309"
    NO_LEGAL_HERE = "T310"
    TOTAL_HERE = "T311"
    BOUND_OR_FIELD = "T312"
    SEVERAL_MEMBERS = "T313"
    UNKNOWN_LABEL = "T340"

    # 4: types
    OPTIONAL_NUMBER = "T401"
    EMPTY_RANGE = "T402"
    NO_START = "T403"
    NOT_STORABLE = "T404"
    BAD_INDEX = "T405"
    VALUE_COUNT = "T406"
    UNKNOWN_CASE = "T407"
    MISSING_CASE = "T408"
    NO_CONSTANT = "T409"
    NO_CONDITION = "T410"
    NO_NUMBER = "T411"
    NO_SET = "T412"
    NO_THING = "T413"
    DOES_NOT_FIT = "T414"
    FIELD_OF_SET = "T415"
    NO_ELEMENT = "T416"
    DIFFERENT_SORTS = "T417"
    EQUALS_NOTHING = "T418"
    DIFFERENT_OR_NOTHING = "T419"
    SET_NOT_IN = "T420"
    SOME_OF_NO_SET = "T421"
    AND_OF_SETS = "T422"
    NO_MATCH = "T423"
    NO_CELLS = "T424"
    NO_RELATION = "T425"
    NO_DIRECTION = "T426"
    SQUARES_ONLY = "T427"
    ONE_WAY = "T428"

    # 5: rules
    NO_SOURCE = "T501"
    SAYS_NOTHING = "T502"
    NO_TITLE = "T503"
    NO_PLACEHOLDER = "T504"
    UNKNOWN_SECTION = "T505"
    UNKNOWN_EDITION = "T506"
    TWO_REQUIREMENTS = "T507"
    REQUIREMENT_WITH_EFFECTS = "T508"
    REQUIREMENT_AT_STEP = "T509"
    TWO_SCORES = "T510"
    SHARED_NOT_LAST = "T511"
    BAD_SIDES = "T512"
    OTHER_PLACEHOLDERS = "T540"

    # 6: the flow and effects
    SHUFFLE_IN_ANSWER = "T601"
    NOT_CHANGEABLE = "T602"
    PRINTED = "T603"
    PUT_DOES_NOT_FIT = "T604"
    NO_ZONE = "T605"
    WRONG_PIECES = "T606"
    FLOW_NAME_TWICE = "T607"
    UNKNOWN_ACTION = "T608"
    BOUND_TWICE = "T609"
    UNKNOWN_STEP = "T610"
    ENDLESS_LOOP = "T611"
    LOOP_OVER_PIECES = "T612"
    NEVER_ASKED = "T613"
    NO_SINGLE_VALUE = "T614"
    TWO_SHUFFLES = "T615"
    LEGAL_IN_A_CIRCLE = "T616"
    NO_FLOW = "T617"
    LOOP_BINDS_SET = "T618"
    ACTION_NOT_TAKEN = "T619"

    # 7: numbers and costs
    OUT_OF_RANGE = "T701"
    NUMBER_TOO_LARGE = "T702"
    DIVISION_BY_ZERO = "T703"
    TOO_MANY_ANSWERS = "T704"
    TOO_COSTLY = "T705"
    TOO_MANY_ELEMENTS = "T706"

    # 8: components
    PRINTED_ON_NO_CELL = "T801"
    NO_DATA_FILE = "T802"
    BAD_DATA = "T803"
    NO_OWNER_KIND = "T804"
    OFF_THE_BOARD = "T805"
    SEEN_BY_NO_OWNER = "T806"
    MARKED_COPIES = "T807"
    NO_RELATION_OF_GRID = "T808"
    OWNED_START = "T809"
    NOT_SORTABLE = "T810"
    NO_LOOK_FILE = "T811"
    BAD_LOOK = "T812"
    NOT_FIXED = "T813"

    # 9: what can be played, but not left so
    UNUSED = "T901"
    MISSING_TEXT = "T902"
    CHANGE_WITHOUT_SOURCE = "T903"
    STALE_TEXT = "T940"

    @property
    def label(self) -> str:
        """The name as it is shown: `bad-data`."""
        return self.name.lower().replace("_", "-")


RETIRED = frozenset({"T513"})
"""Codes are permanent: one that is no longer reported stands here and is never used again."""
