"""What is recorded, on disk before anything is announced."""
