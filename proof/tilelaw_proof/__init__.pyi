"""What other packages may use to prove how strong the suite is. The rest is private to it."""

from .annex.carry import Heir as Heir
from .annex.carry import Rulesets as Rulesets
from .annex.carry import carried as carried
from .annex.work import Work as Work
from .annex.work import work_out as work_out
from .fuzz.dispute import Dispute as Dispute
from .fuzz.dispute import standing as standing
from .fuzz.divide import first_parting as first_parting
from .fuzz.hunt import Found as Found
from .fuzz.hunt import Hunter as Hunter
from .fuzz.hunt import Settings as Settings
from .fuzz.link import CannotFuzz as CannotFuzz
from .fuzz.link import Link as Link
from .fuzz.questions import Inquirer as Inquirer
from .fuzz.write import FUZZ_FILE as FUZZ_FILE
from .fuzz.write import Pen as Pen
from .fuzz.write import case_id as case_id
from .fuzz.write import cases_text as cases_text
from .judge import Judge as Judge
