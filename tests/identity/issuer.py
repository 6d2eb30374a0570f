"""An identity provider of our own on loopback."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey

from vademecum.model.tenancy import Issuer


class Provider:
    """Publishes keys, counts how often it was asked, and signs what it is told to."""

    def __init__(self) -> None:
        self.first = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.keys: list[RSAKey | ECKey] = [self.first]
        self.asked: list[str] = []
        self.document: dict[str, Any] | None = None
        self.down = False
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked.append(self.path)
                self.send_response(503 if provider.down else 200)
                self.end_headers()
                self.wfile.write(json.dumps(provider.answer(self.path)).encode())

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, path: str) -> Any:
        if path == "/keys":
            return KeySet(list(self.keys)).as_dict(private=False)
        return self.document or {"issuer": self.url, "jwks_uri": f"{self.url}/keys"}

    def sign(self, claims: dict[str, Any], key: RSAKey | ECKey | None = None, **header: Any) -> str:
        used = key or self.keys[0]
        said = {"alg": "RS256", "kid": used.kid, **header}
        return jwt.encode({k: v for k, v in said.items() if v is not None}, claims, used)

    def trusted(self, **more: Any) -> Issuer:
        return Issuer(**{"issuer": self.url, "audience": "vade", "tenant": "acme", **more})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
