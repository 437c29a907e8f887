"""Frames in, readings out: the room of the dice reader and the tag reader.

Nothing here knows a game, a page or a journal: a picture becomes plain values.
"""
