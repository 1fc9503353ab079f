"""What other packages may use of the press. The rest is private to it."""

from .addresses import Addresses as Addresses
from .addresses import addresses as addresses
from .case_words import CaseWords as CaseWords
from .case_words import digest_of_words as digest_of_words
from .case_words import words_of_cases as words_of_cases
from .page import LANGUAGES as LANGUAGES
from .page import Asset as Asset
from .page import Heading as Heading
from .page import Page as Page
from .page import Sources as Sources
from .page import link as link
from .press import Press as Press
from .rulebook.standalone import standalone as standalone
from .shelf import Shelf as Shelf
from .whole_site import site as site
from .words import Phrases as Phrases
