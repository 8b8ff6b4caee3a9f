"""A Flask site with Authlib and nothing but the issuer, the client and the scopes."""

import os
import secrets

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, session, url_for

app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)
doorward = OAuth(app).register(
    "doorward", client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["DOORWARD_URL"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email"})


@app.get("/sign-in")
def sign_in():
    return doorward.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    session["user"] = doorward.authorize_access_token()["userinfo"]
    return redirect("/")


@app.get("/")
def home():
    return jsonify(session["user"])


if __name__ == "__main__":
    app.run("127.0.0.1", int(os.environ["PORT"]))
