"""The Go sample of docs/backends.md accepts real tokens with the published keys only, and rejects all others.

It is read from the document, and a short driver calls it. For the other languages there are complete backends, see
test_backends.py.
"""

import json
import os
import shutil
import time

import pytest

from document import ROOT
from documentation import code_blocks
from forgeries import forgeries
from programs import output_of, run
from tokens import Issuer, parts
from wallets import WALLETS, EthereumWallet

# Reads one token per line and answers one object per line: the claims, or the reason of the rejection.
DRIVER = """
func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer := map[string]any{}
		if claims, err := verifyAccessToken(lines.Text()); err != nil {
			answer["refused"] = err.Error()
		} else {
			answer["claims"] = claims
		}
		json.NewEncoder(os.Stdout).Encode(answer)
	}
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if not shutil.which("go"):
        pytest.skip("Go is not installed")
    directory = tmp_path_factory.mktemp("go")
    [source] = code_blocks(ROOT / "docs/backends.md", "go")
    file = directory / "check.go"
    file.write_text(source.replace('import (\n', 'import (\n\t"bufio"\n', 1) + DRIVER)
    output_of(
        "go", "build", "-o", directory / "check", file, directory=directory, timeout=300,
        environment={**os.environ, "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "GOCACHE": str(directory / "cache")})
    return directory / "check"


@pytest.fixture
def check(program, api):
    def check(*tokens: str, issuer: str = api.origin, audience: str = f"{api.origin}/applications/default"):
        result = run(
            program, input="".join(f"{token}\n" for token in tokens),
            environment={**os.environ, "DOORWARD_ISSUER": issuer, "DOORWARD_AUDIENCE": audience})
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        assert len(answers) == len(tokens), result.stderr
        return answers

    return check


@pytest.fixture
def elsewhere():
    issuer = Issuer()
    yield issuer
    issuer.stop()


def taken(answers: dict[str, dict]) -> list[str]:
    return [name for name, answer in answers.items() if set(answer) != {"refused"}]


@pytest.mark.parametrize("make", WALLETS)
def test_an_access_token_is_accepted(api, check, make):
    session = api.sign_in(make())
    claims = check(session["access_token"])[0]["claims"]
    assert (claims["sub"], claims["sid"]) == (session["user"]["id"], session["session_id"])
    assert (claims["amr"], claims["exp"]) == ([make.method], parts(session["access_token"])[1]["exp"])


def test_every_other_token_is_rejected(api, check, elsewhere):
    session = api.sign_in(EthereumWallet())
    token = session["access_token"]
    refused = {
        "the account token": session["account_token"], "the refresh token": session["refresh_token"],
        "no token": "nonsense", "nothing": "", **forgeries(api, token, elsewhere)}
    *answers, last = check(*refused.values(), token)
    assert taken(dict(zip(refused, answers))) == []
    assert elsewhere.asked == []
    assert last["claims"]["sub"] == session["user"]["id"]
    assert taken({"another audience": check(token, audience=f"{api.origin}/applications/other")[0]}) == []


def test_a_backend_requires_every_claim_of_a_token(check, elsewhere):
    refused = {
        "expired": {"exp": int(time.time()) - 90}, "no expiry": {"exp": None}, "no issuer": {"iss": None},
        "another issuer": {"iss": elsewhere.url + "/"}, "no audience": {"aud": None},
        "another audience": {"aud": "them"}, "another type": {"header": {"typ": "JWT"}}}
    first, *answers = check(
        elsewhere.token(), *(elsewhere.token(**changes) for changes in refused.values()), issuer=elsewhere.url,
        audience="us")
    assert first["claims"]["sub"] == "u"
    assert taken(dict(zip(refused, answers))) == []
