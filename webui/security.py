"""Who may ask: the Host and Origin of every request, and the headers of every answer."""

from __future__ import annotations

import ipaddress
from collections.abc import Set
from urllib.parse import urlsplit

from flask import Flask, Response, request

from webui.errors import Refused

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": with it a browser sends `Origin: null` with a form, which we have to refuse.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

SAFE_METHODS = frozenset({"GET", "HEAD"})


def install(app: Flask, hosts: Set[str]) -> None:
    """Check every request before it reaches a page and put the headers on every answer."""

    @app.before_request
    def check() -> None:
        if not host_allowed(request.host, hosts):
            values = {"host": repr(request.host)}
            raise Refused(421, "refused.page-unseen", "refused.foreign-name", "refused.printed-address", values)
        if request.method not in SAFE_METHODS and not same_origin(request.headers.get("Origin"), request.host):
            values = {"origin": repr(request.headers.get("Origin", "nowhere"))}
            raise Refused(403, "refused.unchanged", "refused.foreign-origin", "refused.tap-there", values)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def host_allowed(host: str, names: Set[str]) -> bool:
    """Whether a Host header names us: a bare IP address, localhost, or one of `names`.

    A foreign web site can point a name of its own at our address (DNS rebinding), but never an address.
    """
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    if name == "localhost" or name in {known.lower() for known in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request that changes something was sent by one of our own pages."""
    if origin is None:
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
