"""How the reader's networks are made: `make train`. Nothing here is needed to read dice."""
