"""The languages of a run: all of them in `make test-all`. `make test` shows the page in English, in Arabic, and in a pair of others
that the sample chooses."""

from sampling import IS_COMPLETE, sample
from texts import LANGUAGES

TAGS = sorted(path.stem for path in LANGUAGES.glob("*.json"))
# The language of the sources, and one that is written from right to left.
ALWAYS = ("ar", "en")
PAIR = sample([tag for tag in TAGS if tag not in ALWAYS], at_most=2)
SHOWN = [tag for tag in TAGS if tag in ALWAYS or tag in PAIR]
# The languages in which axe-core checks every view. Its rules depend little on the words.
AUDITED = TAGS if IS_COMPLETE else ["ar"]
