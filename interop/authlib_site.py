"""A site with Flask and Authlib: /profile signs people in through Foyer."""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, session

app = Flask(__name__)
app.secret_key = "encrypts the sessions of this site"
oauth = OAuth(app)
oauth.register(
    "foyer",
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    # Authlib uses PKCE only when it is told to.
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/profile")
def profile():
    if "claims" not in session:
        return oauth.foyer.authorize_redirect(os.environ["CALLBACK"])
    return jsonify(session["claims"])


@app.get("/callback")
def callback():
    token = oauth.foyer.authorize_access_token()
    user = oauth.foyer.userinfo(token=token)
    session["claims"] = {"idToken": token["userinfo"], "userinfo": user}
    return redirect("/profile")


app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
