"""Browsers without a browser: Flask's own client, as the pages of this table use it."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

OURS = {"Origin": "http://localhost"}
"""What a browser says of a page that came from here."""


def sit(app: Flask, seat: str) -> FlaskClient:
    """A browser that has claimed that seat."""
    web = app.test_client()
    assert web.post(f"/seat/{seat}", headers=OURS).status_code == 303
    return web
