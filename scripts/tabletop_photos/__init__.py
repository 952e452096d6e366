"""Path-traced photographs of a table with exact truth, in the format of the shared recordings (a tool, not the product)."""
