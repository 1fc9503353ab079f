"""What other packages may use of the cache."""

from .cache import JUNK as JUNK
from .cache import Cache as Cache
from .cache import digest_of as digest_of
from .cache import digest_of_files as digest_of_files
from .cache import user_cache as user_cache
