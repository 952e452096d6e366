"""From a reading to a finding: chains of legal actions and the slips people make, scored by difference."""
