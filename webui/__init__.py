"""Snapshots to pages, taps to commands."""

from webui.app import WebConfig, create_app
from webui.feed import Feed, Published

__all__ = ["Feed", "Published", "WebConfig", "create_app"]
