"""Follows docs/deployment.md exactly on a minimal Debian as an unprivileged user of this machine.

The service runs under the restrictions of its unit, behind the real nginx and Caddy. systemd does not run: `units.py`
follows the unit, and `systemd-analyze` checks it.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from document import ROOT
from isolated import run_isolated
from programs import output_of, run
from recipe import chapters
from running import binary
from units import verify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the recipe is for Debian")
RECIPE = chapters(ROOT / "docs/deployment.md")
MODULES = [ROOT / "Tests/Contract" / f"{name}.py" for name in ("follow_recipe", "near_endpoint", "recipe", "seccomp", "units")]
MODULES.append(ROOT / "Tests/Support/Python/programs.py")
follows_the_recipe = pytest.mark.only_in_test_all("the recipe installs the release, which `make test` does not build")


@pytest.fixture(scope="module")
def stage():
    """A directory that unprivileged users can read, unlike those of pytest."""
    path = Path(tempfile.mkdtemp(prefix="doorward-recipe-"))
    path.chmod(0o755)
    (path / "etc").mkdir()
    source = path / "src"
    for name in ("docs", "Tests", "Server/.build/release"):
        (source / name).mkdir(parents=True)
    shutil.copy(ROOT / "docs/deployment.md", source / "docs")
    for path_of_module in MODULES:
        shutil.copy(path_of_module, source / "Tests")
    shutil.copy(binary(), source / "Server/.build/release/doorward-server")
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="module")
def report(stage):
    done = run_isolated(["python3", "Tests/follow_recipe.py"], stage)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def unit(name: str) -> str:
    [text] = [step.text for steps in RECIPE.values() for step in steps if step.path and step.path.endswith(f"/{name}")]
    return text


def test_build_commands_are_those_of_make():
    makefile = (ROOT / "Makefile").read_text()
    build = re.search(r"^BUILD := (.*)$", makefile, re.M)[1]
    options = re.search(r"^RELEASE_OF := (.*)$", makefile, re.M)[1].replace("$(STATIC)", "").replace("$(BUILD)", build).split()
    [install, build] = [step.text.split() for step in RECIPE["Build"]]
    assert install == ["scripts/install-packages", "build"]
    assert set(build) == {*options, "doorward-server", "--static-swift-stdlib"}


def test_every_library_of_the_program_is_installed():
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "--dynamic", binary()))
    # A program that is not linked statically also needs Swift's own libraries.
    foreign = {name for name in needed if not re.match(r"lib(swift|Foundation|_Foundation|dispatch|BlocksRuntime)", name)}
    installed = next(step.text.split() for step in RECIPE["Install"] if step.text.startswith("apt-get install"))
    # These are part of every Debian, because apt and login need them.
    base = {"libc6", "libcrypt1", "libstdc++6", "libgcc-s1"}
    paths = output_of("ldconfig", "-p")
    for name in foreign - {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}:
        path = Path(re.search(rf"^\s+{re.escape(name)} .*=> (\S+)$", paths, re.M)[1]).resolve()
        owner = output_of("dpkg", "-S", f"*{path.name}")
        assert {line.partition(":")[0] for line in owner.splitlines()} & {*installed, *base}, name


@follows_the_recipe
def test_doctor_finds_no_problem_before_the_first_start(report):
    lines = report["doctor"].splitlines()
    assert lines[-1].startswith("no problems")
    assert not [line for line in lines if line.startswith("problem")]


@follows_the_recipe
def test_service_is_ready_under_its_restrictions(report):
    assert json.loads(report["ready"]) == {"status": "ready"}
    process = report["process"]
    assert process["Name"] == "doorward" and process["NoNewPrivs"] == "1" and process["Seccomp"] == "2"
    assert int(process["CapEff"], 16) == int(process["CapBnd"], 16) == 0
    assert "0" not in process["Uid"].split(), "it does not run as root"
    assert [json.loads(line)["level"] for line in report["log"].splitlines() if '"level":"error"' in line] == []


@follows_the_recipe
def test_files_are_readable_by_the_server_only(report):
    assert report["modes"] == {
        "/var/lib/doorward": "drwx------ doorward", "/var/lib/doorward/doorward.sqlite3": "-rw------- doorward",
        "/etc/doorward": "drwxr-x--- root", "/etc/doorward/master.key": "-rw------- doorward",
        "/etc/doorward/doorward.json": "-rw-r----- root"}


@follows_the_recipe
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_proxy_uses_http_2_and_compresses_only_pages(report, proxy):
    seen = report[proxy]
    assert seen["check"][0] == "2 200\n"
    assert json.loads(seen["check"][1]) == {"status": "ok"}
    for name in ("page", "style"):
        assert seen[name]["head"] == "HTTP/2 200", seen[name]
        assert seen[name]["content-encoding"] in ("gzip", "zstd"), seen[name]
        assert "strict-transport-security" in seen[name]
    assert "accept-encoding" in seen["style"]["vary"].lower()
    # Answers with tokens are not compressed.
    assert seen["document"]["content-type"] == "application/json"
    assert "content-encoding" not in seen["document"]


@follows_the_recipe
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_doctor_and_try_succeed_through_the_proxy(report, proxy):
    doctor, tried = report[proxy]["check"][2:]
    assert doctor.splitlines()[-1].startswith("no problems"), doctor
    assert re.search(r"^ok +public URL +https://accounts.example.com answers$", doctor, re.M), doctor
    assert re.search(r"^ok +wallet URL +https://wallets.example.net answers$", doctor, re.M), doctor
    assert "Every step succeeded" in tried and "deleted" in tried


@follows_the_recipe
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_claimed_client_address_is_ignored(report, proxy):
    assert report[proxy]["forged"] == ["2 401"] * 10 + ["2 429"] * 2


@follows_the_recipe
def test_plain_http_is_redirected_to_https(report):
    assert report["nginx"]["plain"] == "301 https://accounts.example.com/x"


@follows_the_recipe
def test_backup_is_readable_by_the_server_only_and_can_be_restored(report):
    [(path, mode)] = report["backups"].items()
    assert re.fullmatch(r"/var/backups/doorward/\d{4}-\d\d-\d\dT\d{6}\.sqlite3", path)
    assert mode == "-rw------- doorward"
    restored = report["restored"]
    assert restored["status"] == 1 and "0 bytes" in restored["refusal"] and "restore a backup" in restored["refusal"]
    assert json.loads(restored["ready"]) == {"status": "ready"}
    assert json.loads(restored["keys"].splitlines()[0])["state"] == "signing"


@pytest.mark.parametrize("name, exposure", [("doorward.service", 25), ("doorward-backup.service", 100)])
def test_unit_is_valid_and_restricted(tmp_path, name, exposure):
    (tmp_path / name).write_text(unit(name))
    judged = run(
        "systemd-analyze", "security", "--offline=true", f"--threshold={exposure}", "--no-pager", tmp_path / name)
    assert judged.returncode == 0, judged.stdout[-400:] + judged.stderr


def test_template_unit_of_several_processes_is_valid_and_restricted(tmp_path):
    text = (ROOT / "deploy/doorward@.service").read_text()
    known = "/usr/local/bin/doorward "
    assert known in text
    # systemd-analyze needs a program that exists.
    text = text.replace(known, f"{binary()} ")
    template = tmp_path / "doorward@.service"
    template.write_text(text)
    (tmp_path / "doorward@8787.service").write_text(text)
    for unit_of_port in (template, tmp_path / "doorward@8787.service"):
        verify(unit_of_port)
    judged = run("systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", template)
    assert judged.returncode == 0, judged.stdout[-400:] + judged.stderr


def test_template_unit_has_every_restriction_of_the_unit_of_one_process():
    def settings(text: str) -> set[str]:
        return {line for line in text.splitlines() if "=" in line and not line.startswith("#")}

    # These depend on the folder of the data, which the processes do not have, and on the address.
    own = re.compile(r"Description|After|Wants|StateDirectory|ExecStart|ReadWritePaths|ProtectSystem|Environment")
    missing = settings(unit("doorward.service")) - settings((ROOT / "deploy/doorward@.service").read_text())
    assert {line for line in missing if not own.match(line)} == set()
