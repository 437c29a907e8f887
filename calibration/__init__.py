"""Making the companion know YOUR box: dice sets, tray and mat, boards, LED layouts, tag sheets.

Nothing here knows a page or a journal.
"""
