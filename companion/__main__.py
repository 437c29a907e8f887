"""`python -m companion` is `butterbur`."""

import sys

from companion.command_line import main

sys.exit(main())
