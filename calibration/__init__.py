"""Makes a rig: the lens, the table and the taught appearance of an edition."""
