"""A tablet's line to the club's server: HTTPS to the one certificate that the code names.

    line = ClubLine(JoinedTable.read("https://192.168.1.7:8732/LINK/t/CODE/#5b1f..."))
    line.ask("POST", "rows", {"uuid": uuid, "rows": rows_to_json(rows)})

The server's refusal is a RequestError with its sentence; no answer at all is an OSError.
"""

from __future__ import annotations

import json
import re
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException, HTTPSConnection
from typing import Any, Self
from urllib.parse import urlsplit

from companion.sharing.closing import Closing
from companion.words.refusals import RequestError

ANSWER_S = 10.0  # longest wait for an answer
REFUSING = (403, 409)


@dataclass(frozen=True)
class JoinedTable:
    """Where a table's rows go.  fingerprint: of the server's certificate, SHA-256 in hexadecimal."""

    host: str
    port: int
    path: str
    fingerprint: str

    @classmethod
    def read(cls, url: str) -> Self:
        """What a table's code says; RequestError for anything else."""
        found = urlsplit(url.strip())
        if (found.scheme != "https" or not found.hostname or found.port is None
                or not re.fullmatch(r"/[\w-]+/t/[\w-]+/", found.path)
                or not re.fullmatch(r"[0-9a-f]{64}", found.fragment)):
            raise RequestError("This is no code of a club's table.")
        return cls(found.hostname, found.port, found.path, found.fragment)

    @property
    def evening(self) -> str:
        """What tells the evening from all others: its link."""
        return self.path.split("/")[1]

    @property
    def url(self) -> str:
        """As it was read."""
        return f"https://{self.host}:{self.port}{self.path}#{self.fingerprint}"


class ClubLine(Closing):
    """For one thread.  It is opened anew whenever it was lost."""

    def __init__(self, table: JoinedTable, answer_s: float = ANSWER_S) -> None:
        self.table, self._answer_s = table, answer_s
        self._open: HTTPSConnection | None = None

    def ask(self, method: str, what: str, content: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What the server answers; RequestError for its refusal, OSError where it cannot be reached."""
        try:
            status, answer = self._answer(method, what, content)
        except (HTTPException, ValueError) as fault:
            self.close()
            raise OSError("no answer that can be read") from fault
        except OSError:
            self.close()
            raise
        if status in REFUSING:
            raise _refusal(answer)
        if status != 200:
            self.close()
            raise OSError(f"answered {status}")
        return answer

    def close(self) -> None:
        """Hang up."""
        line, self._open = self._open, None
        if line is not None:
            line.close()

    def _answer(self, method: str, what: str, content: Mapping[str, Any] | None) -> tuple[int, dict[str, Any]]:
        line = self._open or self._opened()
        body = None if content is None else json.dumps(content).encode()
        line.request(method, self.table.path + what, body, {"Content-Type": "application/json"})
        response = line.getresponse()
        found = json.loads(response.read()) if response.status in (200, *REFUSING) else {}
        if not isinstance(found, dict):
            raise ValueError("no object")
        return response.status, found

    def _opened(self) -> HTTPSConnection:
        """A connection to whoever has the certificate; nothing was said yet to anybody else."""
        line = HTTPSConnection(self.table.host, self.table.port, timeout=self._answer_s, context=_unverified())
        line.connect()
        shown = line.sock.getpeercert(binary_form=True) or b""
        if not secrets.compare_digest(sha256(shown).hexdigest(), self.table.fingerprint):
            line.close()
            raise OSError("another server answers at this address")
        self._open = line
        return line


def _unverified() -> ssl.SSLContext:
    """Nobody vouches for the certificate: it is compared with the one that the code names."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _refusal(answer: Mapping[str, Any]) -> RequestError:
    """What the server refuses, to be said in this tablet's language."""
    key, arguments = answer.get("key"), answer.get("arguments")
    if isinstance(key, str) and isinstance(arguments, dict):
        plain = {name: value for name, value in arguments.items() if isinstance(value, str | int)}
        if set(re.findall(r"{([^{}]*)}", key)) <= set(plain):
            return RequestError(key, **plain)
    return RequestError(str(answer.get("sentence")).replace("{", "(").replace("}", ")")[:300])
