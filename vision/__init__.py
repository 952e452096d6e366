"""From a camera frame to a reading."""
