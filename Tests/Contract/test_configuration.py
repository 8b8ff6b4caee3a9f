"""docs/configuration.md lists every key with its correct properties."""

import json
import re

import pytest

from document import ROOT
from documentation import code_blocks, swift_sources, table_rows
from running import doorward

FILE = ROOT / "docs/configuration.md"
ROWS = table_rows(FILE, "key")
KEYS = [row[0].strip("`") for row in ROWS]
RANGES = {row[0].strip("`"): row[3] for row in ROWS if len(row) == 5}
# Objects in place of text or a number, and the reverse.
WRONG = {"wrong": "kind"}


def nested(key: str, value: object) -> dict:
    """A configuration with one key; `NETWORK` is mainnet, `COUNTRY` is DE, `[]` is an array with one item."""
    name, _, rest = key.replace("NETWORK", "mainnet").replace("COUNTRY", "DE").partition(".")
    inner = nested(rest, value) if rest else value
    if name.endswith("[]"):
        # The other required members of the object.
        required = {
            "applications[]": {"id": "a"}, "chains[]": {"id": 1, "name": "n"}, "client_secrets[]": {"hash": "A" * 43},
            "android_apps[]": {"package_name": "a.example", "certificates": [":".join(["AB"] * 32)]}}[name]
        return {name[:-2]: [{**required, **inner}]}
    return {name: inner}


def shown(key: str) -> str:
    """A key as the program prints it."""
    return key.replace("NETWORK", "mainnet").replace("COUNTRY", "DE").replace("[]", "[0]")


def companions(section: str, name: str) -> dict:
    """The other keys that a key of `mail` or `sms` needs."""
    if section == "mail":
        needed = {"host": "a.example", "from": "a@a.example"}
        if name in ("user", "password", "password_file"):
            needed |= {"user": "a"} | ({} if name == "password_file" else {"password": "a"})
    else:
        needed = {"provider": "twilio", "countries": {"US": 1}, "daily_limit": 1}
        if name in ("url", "secret", "secret_file"):
            needed |= {"provider": "webhook", "url": "https://a.example"}
            needed |= {} if name == "secret_file" else {"secret": "A" * 22}
        else:
            needed |= {"account": "a"} | ({} if name == "token_file" else {"token": "a"})
            needed |= {} if name == "messaging_service" else {"from": "a"}
        if name.startswith("countries."):
            del needed["countries"]
    return {key: value for key, value in needed.items() if key != name}


def check(tmp_path, settings: dict, **variables: str):
    """Lets the program read a configuration and stop."""
    (tmp_path / "doorward.json").write_text(json.dumps(settings))
    return doorward("admin", "application", "list", directory=tmp_path, variables=variables)


def test_every_key_of_the_program_is_listed():
    # A body is that of a request.
    reading = (
        r"(?<!\bbody)\.(?:string|requiredString|strings|integer|requiredInteger|integers|bool|object|objects|address|listener|origin|networks"
        r'|logLevel|redirectURIs|statement|messageParts)\(\s*(?:\.\w+, )?"([a-z_]+)"')
    names = {
        name for text in swift_sources().values() if "ConfigurationReader" in text
        for name in re.findall(reading, text)
    }
    listed = {part.removesuffix("[]") for key in KEYS for part in key.split(".")} - {"NETWORK", "COUNTRY"}
    assert len(KEYS) == len(set(KEYS)) and len(KEYS) >= 40
    assert listed == names


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("key", KEYS)
def test_a_listed_key_is_read(tmp_path, key):
    result = check(tmp_path, nested(key, WRONG))
    assert result.returncode == 2
    assert re.match(re.escape(f"doorward: doorward.json: {shown(key)}") + r"(\[0\])?: must be ", result.stderr), result.stderr


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("key", [key for key in KEYS if not key.endswith(".COUNTRY")])
def test_a_misspelled_key_is_reported(tmp_path, key):
    result = check(tmp_path, nested(key + "q", WRONG))
    assert result.returncode == 2
    assert f"doorward: doorward.json: {shown(key)}q: there is no such key" in result.stderr
    assert f'Did you mean "{key.rpartition(".")[2]}"?' in result.stderr


def test_a_misspelled_country_is_reported(tmp_path):
    result = check(tmp_path, {"sms": {"countries": {"EN": 1}}})
    assert result.returncode == 2
    assert "doorward: doorward.json: sms.countries.EN: there is no country EN" in result.stderr


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("key", RANGES)
def test_the_range_of_a_number_is_as_listed(tmp_path, key):
    assert f"must be from {RANGES[key]}\n" in check(tmp_path, nested(key, -1)).stderr


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("key", [key for key in KEYS if "[]" not in key])
def test_the_variable_of_a_key_overrides_the_file(tmp_path, key):
    variable = "DOORWARD_" + shown(key).upper().replace(".", "__")
    # The value in the file has a wrong type, so success shows that the variable replaced it.
    values = {"development": "true", "log_level": "debug", "data": "here", "database": "sqlite:here", "database_connections": "8", "master_key": "A" * 43,
              "master_key_file": "here.key", "listen": "127.0.0.1:0", "wallet_listen": "127.0.0.1:0", "admin_listen": "127.0.0.1:0",
              "public_url": "http://localhost:1", "wallet_url": "http://127.0.0.1:2",
              "admin_url": "http://localhost:3", "trusted_proxies": "10.0.0.0/8",
              "near.NETWORK.rpc": "http://127.0.0.1:1,http://127.0.0.1:2", "near.NETWORK.genesis_hash": "1" * 32,
              "near.NETWORK.allow_private_addresses": "true",
              "near_connect.script_url": "https://a.example/a.js", "near_connect.manifest_url": "https://a.example/m",
              "near_connect.script_integrity": "sha384-AAAA",
              "delivery.console": "true", "delivery.templates": "here", "delivery.language": "de",
              "mail.host": "127.0.0.1", "mail.port": "25", "mail.security": "none", "mail.user": "a", "mail.password": "a",
              "mail.password_file": "here", "mail.from": "a@a.example", "mail.from_name": "a", "mail.reply_to": "a@a.example",
              "mail.helo": "a.example", "mail.allow_private_addresses": "true",
              "mail.certificate_authorities": "here", "sms.provider": "twilio", "sms.countries.COUNTRY": "1",
              "sms.daily_limit": "1", "sms.account": "a", "sms.token": "a", "sms.token_file": "here", "sms.from": "a",
              "sms.messaging_service": "a", "sms.base_url": "https://a.example", "sms.url": "https://a.example",
              "passwords.blocklist": "here", "passwords.range_url": "https://a.example/",
              "passwords.range_allow_private_addresses": "true",
              "sms.secret": "A" * 22, "sms.secret_file": "here", "sms.allow_private_addresses": "true", "webhooks.allow_private_addresses": "true"}
    if key in RANGES:
        values[key] = RANGES[key].partition(" ")[0] if RANGES[key][0] != "0" else "1"
    settings = nested(key, WRONG)
    if key == "near_connect.script_url":
        settings["near_connect"]["script_integrity"] = "sha384-AAAA"
    section, _, name = key.partition(".")
    if section in ("mail", "sms"):
        settings[section] = companions(section, name) | settings[section]
    result = check(tmp_path, settings, **{variable: values[key]})
    assert (result.returncode, result.stderr) == (0, "")


def test_an_option_overrides_the_variable(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps({"data": "file"}))

    def directory(*flags: str, **variables: str) -> str:
        """The directory in which the program searches for its database."""
        result = doorward("admin", "key", "list", *flags, directory=tmp_path, variables=variables)
        return re.search(r"no database in (\w+)", result.stderr)[1]

    assert directory() == "file"
    assert directory(DOORWARD_DATA="variable") == "variable"
    assert directory("--data", "flag", DOORWARD_DATA="variable") == "flag"


def test_an_unknown_variable_is_reported(tmp_path):
    result = check(tmp_path, {}, DOORWARD_LISTN="127.0.0.1:1")
    assert result.returncode == 0
    assert "DOORWARD_LISTN" in result.stderr


def test_the_documented_options_exist(tmp_path):
    told = set(re.findall(r"^  (--[a-z-]+)", doorward("serve", "--help", directory=tmp_path).stdout, re.M))
    listed = set(re.findall(r"`(--[a-z-]+)`", FILE.read_text()))
    assert told - {"--help"} == listed


def test_the_example_is_accepted(tmp_path):
    [example] = [json.loads(block) for block in code_blocks(FILE, "json")]
    for name in ("data", "master_key_file"):
        example[name] = str(tmp_path / name)
    result = check(tmp_path, example)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_documented_error_is_the_programs(tmp_path):
    sample = re.search(r"^doorward: doorward.json: .*$", FILE.read_text(), re.M)[0]
    result = check(tmp_path, {"applications": [{"id": "a", "ethereum": {"chain": [1]}}]})
    assert result.stderr == sample + "\n"


def test_the_defaults_of_a_server_without_configuration(api):
    """The documented defaults of an application."""
    configuration = api.get("/v1/config").json
    assert (configuration["application"], configuration["name"]) == ("default", "Doorward")
    assert configuration["methods"] == ["password", "code", "passkey", "siwe", "near"]
    assert [chain["id"] for chain in configuration["chains"]] == [1]
    assert configuration["networks"] == ["mainnet"]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1.5", "99999999999999999999"])
def test_a_number_that_no_type_holds_is_refused_with_its_range(tmp_path, number):
    (tmp_path / "doorward.json").write_text('{"rate_limits": {"code_pause": %s}}' % number)
    result = doorward("admin", "application", "list", directory=tmp_path)
    assert result.returncode == 2
    assert "rate_limits.code_pause: must be a whole number from 0 to 3600\n" in result.stderr
