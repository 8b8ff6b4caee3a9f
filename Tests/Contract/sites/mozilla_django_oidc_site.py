"""A Django site with mozilla-django-oidc. It has no discovery, and its default algorithm is HS256."""


import requests
from django_site import CLIENT, ISSUER, SECRET, configure, serve, shown

found = requests.get(ISSUER + "/.well-known/openid-configuration", timeout=30).json()
configure(
    __name__, ["mozilla_django_oidc"], ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    OIDC_RP_CLIENT_ID=CLIENT, OIDC_RP_CLIENT_SECRET=SECRET, OIDC_RP_SIGN_ALGO="ES256",
    OIDC_OP_AUTHORIZATION_ENDPOINT=found["authorization_endpoint"], OIDC_OP_TOKEN_ENDPOINT=found["token_endpoint"],
    OIDC_OP_USER_ENDPOINT=found["userinfo_endpoint"], OIDC_OP_JWKS_ENDPOINT=found["jwks_uri"])

from django.urls import include, path  # noqa: E402

urlpatterns = [path("oidc/", include("mozilla_django_oidc.urls")), path("", lambda request: shown(request.user))]

if __name__ == "__main__":
    serve()
