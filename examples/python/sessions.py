#!/usr/bin/env python3
"""Lists where you are signed in, and signs out what has not been seen for some days.

Needs Python 3.9 and nothing else. FOYER_URL says where Foyer is, FOYER_TOKEN is an access token with the scopes
profile:read, sessions:read and, for --revoke, sessions:write.

    python3 sessions.py [--older-than DAYS] [--revoke]
"""

import argparse
import json
import os
import sys
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TIMEOUT_SECONDS = 10


class FoyerError(Exception):
    """A failure with a code of Foyer's catalogue (docs/errors.md)."""

    def __init__(self, code, message, request_id=None, retry_after=None):
        super().__init__(message)
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after


class Foyer:
    """Calls procedures: query() reads, mutate() changes something."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.headers = {"authorization": f"Bearer {token}", "accept": "application/json"}

    def query(self, procedure, given=None):
        address = f"{self.url}/trpc/{procedure}"
        if given is not None:
            address += "?" + urlencode({"input": json.dumps(given)})
        return self._send(Request(address, headers=self.headers))

    def mutate(self, procedure, given=None):
        body = json.dumps({} if given is None else given).encode()
        headers = {**self.headers, "content-type": "application/json"}
        return self._send(Request(f"{self.url}/trpc/{procedure}", data=body, headers=headers))

    def _send(self, request):
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.load(answer)["result"]["data"]
        except HTTPError as refusal:
            raise self._failure(refusal) from None
        except (URLError, TimeoutError) as error:
            raise FoyerError("UNAVAILABLE", f"{self.url} does not answer: {error}") from error

    @staticmethod
    def _failure(refusal):
        try:
            error = json.load(refusal)["error"]
            data = error["data"]
            return FoyerError(data["appCode"], error["message"], data.get("requestId"), data.get("retryAfter"))
        except (ValueError, KeyError, TypeError):
            return FoyerError("UNAVAILABLE", f"HTTP {refusal.code}, and not from Foyer")


def parse_time(text):
    """Foyer's times are ISO 8601 in UTC; before Python 3.11 the Z is not understood."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--older-than", type=int, default=14, metavar="DAYS")
    parser.add_argument("--revoke", action="store_true")
    options = parser.parse_args()
    token = os.environ.get("FOYER_TOKEN")
    if not token:
        parser.error("set FOYER_TOKEN to an access token")
    foyer = Foyer(os.environ.get("FOYER_URL", "http://localhost:3000"), token)

    profile = foyer.query("profile.get")
    print(f"{profile['name'] or profile['email'] or profile['id']} is signed in on:")
    before = datetime.now(timezone.utc) - timedelta(days=options.older_than)
    for session in foyer.query("session.list"):
        device = session["device"]
        name = " on ".join(part for part in (device["browser"], device["system"]) if part) or "unknown device"
        is_old = parse_time(session["lastSeenAt"]) < before
        if is_old and options.revoke:
            foyer.mutate("session.revoke", {"id": session["id"]})
        state = "signed out" if is_old and options.revoke else "old" if is_old else "in use"
        print(f"- {name}, {session['ip'] or 'unknown address'}, last seen {session['lastSeenAt']}: {state}")


if __name__ == "__main__":
    try:
        main()
    except FoyerError as failure:
        print(f"{failure} ({failure.code}, request {failure.request_id})", file=sys.stderr)
        if failure.code in ("ACCESS_TOKEN_INVALID", "SCOPE_MISSING"):
            print("Create an access token with the scopes that this needs.", file=sys.stderr)
        sys.exit(1)
