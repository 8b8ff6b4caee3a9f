"""A Flask site with requests-oauthlib, which knows OAuth and no OpenID Connect."""

import os

# oauthlib demands https, also on loopback.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

import requests  # noqa: E402
from flask import redirect, request, session  # noqa: E402
from flask_site import app, run  # noqa: E402
from requests_oauthlib import OAuth2Session  # noqa: E402

found = requests.get(os.environ["DOORWARD_URL"] + "/.well-known/openid-configuration", timeout=30).json()


def doorward(**more: str) -> OAuth2Session:
    return OAuth2Session(
        os.environ["CLIENT_ID"], scope=["openid", "profile", "email"],
        redirect_uri=f"http://127.0.0.1:{os.environ['PORT']}/callback", **more)


@app.get("/sign-in")
def sign_in():
    address, session["state"] = doorward().authorization_url(found["authorization_endpoint"])
    return redirect(address)


@app.get("/callback")
def callback():
    client = doorward(state=session["state"])
    client.fetch_token(
        found["token_endpoint"], client_secret=os.environ["CLIENT_SECRET"], authorization_response=request.url)
    session["user"] = client.get(found["userinfo_endpoint"]).json()
    return redirect("/")


if __name__ == "__main__":
    run()
