"""Snapshots to pages, taps to commands."""

from webui.app import Shelf, WebConfig, create_app
from webui.feed import Feed, Published

__all__ = ["Feed", "Published", "Shelf", "WebConfig", "create_app"]
