"""The Python samples of the guides run unchanged."""

import os
import re
import sys

from client import Page
from document import ROOT
from documentation import code_blocks
from programs import Program, run
from wallets import EthereumWallet


def test_the_sign_in_sample_runs(api, tmp_path):
    [source] = code_blocks(ROOT / "docs/http-api.md", "python")
    (tmp_path / "sign_in.py").write_text(source)
    result = run(
        sys.executable, "sign_in.py", directory=tmp_path, environment={**os.environ, "DOORWARD_URL": api.origin})
    assert result.returncode == 0, result.stderr
    assert re.fullmatch(r"0x[0-9a-fA-F]{40}\n", result.stdout)


def test_the_device_sample_is_signed_in(api, tmp_path):
    [source] = [block for block in code_blocks(ROOT / "docs/openid-provider.md", "python") if "device_code" in block]
    wallet, page = EthereumWallet(), Page(api)
    page.sign_in(wallet)
    with Program(
            sys.executable, "-u", "-c", source, directory=tmp_path,
            environment={**os.environ, "DOORWARD_URL": api.origin}) as device:
        told = device.output.wait_for(r"\AOpen (\S+) and type (\S+)\n")
        assert told[1] == f"{api.origin}/device"
        shown = page.call("POST", "/session/device", {"user_code": told[2]})
        assert page.call("POST", "/session/device/allow", {"ticket": shown["ticket"]}).status == 204
        assert wallet.address in device.output.rest()


def test_the_backend_sample_of_the_readme_runs(api):
    [source] = code_blocks(ROOT / "README.md", "python")
    assert source.count("https://accounts.example.com") == 3
    module: dict = {}
    exec(source.replace("https://accounts.example.com", api.origin), module)
    session = api.sign_in(EthereumWallet())
    assert module["user_id"](session["access_token"]) == session["user"]["id"]
    try:
        module["user_id"](session["account_token"])
    except module["jwt"].PyJWTError:
        return
    raise AssertionError("the account token was accepted")


