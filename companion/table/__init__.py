"""The table: one pure state machine over messages, and the one thread that owns it."""
