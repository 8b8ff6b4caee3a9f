"""A Django site with django-allauth."""

from django_site import CLIENT, ISSUER, SECRET, configure, serve, shown

configure(
    __name__,
    ["allauth", "allauth.account", "allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"],
    ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"],
    ["allauth.account.middleware.AccountMiddleware"],
    SOCIALACCOUNT_PROVIDERS={"openid_connect": {"APPS": [{
        "provider_id": "doorward", "name": "Doorward", "client_id": CLIENT, "secret": SECRET,
        "settings": {"server_url": ISSUER}}]}})

from allauth.account.models import EmailAddress  # noqa: E402
from django.urls import include, path  # noqa: E402


def home(request):
    addresses = EmailAddress.objects.filter(user_id=request.user.pk)
    return shown(request.user, verified=[address.verified for address in addresses])


urlpatterns = [path("accounts/", include("allauth.urls")), path("", home)]

if __name__ == "__main__":
    serve()
