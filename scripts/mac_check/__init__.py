"""The parts of `scripts/mac-check`. They run with Python 3.9, the one of Apple's command line tools, and need no package."""
