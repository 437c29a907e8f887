"""What is plugged in: cameras, the simulated tray, the LED board and its wire protocol.

Nothing here knows a game, a page or a journal.
"""
