"""A Flask site with pyoidc."""

import os
import secrets

from flask import redirect, request, session
from flask_site import app, run
from oic.oic import Client
from oic.oic.message import AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

client = Client(client_authn_method=CLIENT_AUTHN_METHOD)
client.provider_config(os.environ["DOORWARD_URL"])
client.store_registration_info(RegistrationResponse(
    client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"],
    redirect_uris=[f"http://127.0.0.1:{os.environ['PORT']}/callback"]))


@app.get("/sign-in")
def sign_in():
    session["state"], session["nonce"] = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    asked = client.construct_AuthorizationRequest(request_args={
        "client_id": client.client_id, "response_type": "code", "scope": ["openid", "profile", "email"],
        "state": session["state"], "nonce": session["nonce"],
        "redirect_uri": client.registration_response["redirect_uris"][0]})
    return redirect(asked.request(client.authorization_endpoint))


@app.get("/callback")
def callback():
    answer = client.parse_response(
        AuthorizationResponse, info=request.query_string.decode(), sformat="urlencoded")
    assert answer["state"] == session["state"]
    tokens = client.do_access_token_request(state=answer["state"], request_args={"code": answer["code"]})
    assert tokens["id_token"]["nonce"] == session["nonce"]
    session["user"] = client.do_user_info_request(state=answer["state"]).to_dict()
    return redirect("/")


if __name__ == "__main__":
    run()
