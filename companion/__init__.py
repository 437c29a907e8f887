"""The games and the table: pure rules, a journal, and the command line that wires things up."""
