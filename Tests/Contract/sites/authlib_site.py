"""A Flask site with Authlib and nothing but the issuer, the client and the scopes."""

import os

from authlib.integrations.flask_client import OAuth
from flask import redirect, session, url_for
from flask_site import app, run

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


if __name__ == "__main__":
    run()
