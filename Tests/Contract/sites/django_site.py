"""What the Django sites share: a project of one file, as `django-admin startproject` sets it up, without its admin."""

import json
import os
import secrets
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from django.core.management import call_command

ISSUER, CLIENT, SECRET = (os.environ[name] for name in ("DOORWARD_URL", "CLIENT_ID", "CLIENT_SECRET"))


def configure(urls: str, apps: list[str], backends: list[str], middleware: list[str] = [], **more: object) -> None:
    """`more`: the settings of the package."""
    settings.configure(
        SECRET_KEY=secrets.token_hex(32), ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=urls, LOGIN_REDIRECT_URL="/",
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField", USE_TZ=True,
        EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages")), *apps],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware", *middleware],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
            "OPTIONS": {"context_processors": [
                "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages"]}}],
        AUTHENTICATION_BACKENDS=backends,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "site.sqlite3"}}, **more)
    django.setup()


def serve() -> None:
    from django.core.wsgi import get_wsgi_application

    call_command("migrate", verbosity=0)
    with make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()) as server:
        server.serve_forever()


def shown(user, **more: object):
    """The page of the site: the account that it keeps."""
    from django.http import HttpResponse

    if not user.is_authenticated:
        return HttpResponse("signed out", status=401)
    return HttpResponse(
        json.dumps({"email": user.email, "username": user.username, **more}), content_type="application/json")
