"""``python -m grundy``: the same as the command ``grundy``."""

import sys

from grundy.faces.cli import main

sys.exit(main())
