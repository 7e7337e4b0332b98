#!/usr/bin/env python3
"""Checks a session token, as a service does that gets no cookie, and calls Foyer with an access token.

Needs PyJWT with cryptography (Debian: python3-jwt, python3-cryptography). The token is read from the standard input.
FOYER_URL is Foyer's public address, AUDIENCE the service that the token is for, FOYER_TOKEN an access token with the
scope profile:read, if there is one.

    python3 me.py < token
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import jwt

URL = os.environ["FOYER_URL"].rstrip("/")
# Keeps the keys, and fetches them again for an unknown one.
KEYS = jwt.PyJWKClient(f"{URL}/.well-known/jwks.json")


def check(token, audience):
    """The claims of a session token. Raises jwt.PyJWTError for any other token."""
    # The same keys sign tokens for OAuth clients.
    if jwt.get_unverified_header(token).get("typ") != "foyer-session+jwt":
        raise jwt.InvalidTokenError("not a session token")
    claims = jwt.decode(
        token,
        KEYS.get_signing_key_from_jwt(token).key,
        algorithms=["EdDSA"],
        audience=audience,
        issuer=URL,
        options={"require": ["aud", "exp", "iss", "sub"]},
    )
    if claims.get("token_use") != "session":
        raise jwt.InvalidTokenError("not a session token")
    return claims


def query(procedure, token):
    request = Request(f"{URL}/trpc/{procedure}", headers={"authorization": f"Bearer {token}"})
    try:
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)["result"]["data"]
    except HTTPError as error:
        raise RuntimeError(json.load(error)["error"]["data"]["appCode"]) from error


try:
    claims = check(sys.stdin.read().strip(), os.environ["AUDIENCE"])
    print(f"The token is of {claims['email']}, whose id is {claims['sub']}.")
    if "FOYER_TOKEN" in os.environ:
        print(f"The access token is of {query('session.get', os.environ['FOYER_TOKEN'])['user']['email']}.")
except (jwt.PyJWTError, RuntimeError) as error:
    sys.exit(f"Refused: {error}")
