"""Runs services as their systemd units describe, on machines without systemd."""

import os
import pwd
import resource
import shlex
import signal
import sys
from pathlib import Path

import seccomp
from programs import Program, run

UNITS = Path("/etc/systemd/system")
# Settings that this file implements.
KNOWN = {
    "User", "Group", "ExecStart", "ExecStartPost", "Type", "LimitNOFILE", "LimitCORE", "UMask", "StateDirectory",
    "StateDirectoryMode", "ReadWritePaths", "CapabilityBoundingSet", "MemoryDenyWriteExecute", "NoNewPrivileges",
    "PrivateDevices", "PrivateTmp", "ProtectHome", "ProtectSystem", "RestrictAddressFamilies", "SystemCallFilter",
    "SystemCallArchitectures"}
# Settings for later events, or about rights that an unprivileged user of a user namespace never has.
WITHOUT_EFFECT = {
    "OOMPolicy", "Restart", "RestartSec", "TimeoutStopSec", "LockPersonality", "ProtectClock", "ProtectControlGroups",
    "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables", "ProtectProc",
    "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID"}


class Unit:
    """The section `[Service]` of one unit."""

    def __init__(self, name: str) -> None:
        self.name = name
        section = ""
        self.settings: dict[str, list[str]] = {}
        for line in (UNITS / name).read_text().splitlines():
            if line.startswith("["):
                section = line
            elif "=" in line and section == "[Service]":
                key, _, value = line.partition("=")
                self.settings.setdefault(key, []).append(value)
        unknown = self.settings.keys() - KNOWN - WITHOUT_EFFECT
        assert not unknown, f"{name}: implement {unknown}"

    def __getitem__(self, key: str) -> str | None:
        return self.settings.get(key, [None])[-1]

    def is_on(self, key: str) -> bool:
        return self[key] in ("yes", "strict", "invisible")

    def command(self, key: str) -> list[str] | None:
        """The words of a command line, with specifiers and dollars resolved."""
        line = self[key]
        return line and [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(line)]

    def start(self, command: list[str]) -> Program:
        """Starts a command under the restrictions of the unit."""
        user = pwd.getpwnam(self["User"])
        writable = (self["ReadWritePaths"] or "").split()
        if self["StateDirectory"]:
            state = Path("/var/lib") / self["StateDirectory"]
            state.mkdir(exist_ok=True)
            state.chmod(int(self["StateDirectoryMode"], 8))
            os.chown(state, user.pw_uid, user.pw_gid)
            writable.append(str(state))
        bubblewrap = ["bwrap", "--cap-add", "ALL", "--ro-bind" if self["ProtectSystem"] == "strict" else "--bind", "/", "/"]
        for path in writable:
            bubblewrap += ["--bind", path, path]
        if self.is_on("PrivateDevices"):
            bubblewrap += ["--dev", "/dev"]
        if self.is_on("PrivateTmp"):
            bubblewrap += ["--tmpfs", "/tmp", "--tmpfs", "/var/tmp"]
        if self.is_on("ProtectHome"):
            bubblewrap += ["--tmpfs", "/home", "--tmpfs", "/root"]
        # systemd runs a service in "/", without its own environment.
        bubblewrap += ["--chdir", "/", "--clearenv", "--setenv", "PATH", os.environ["PATH"], "--setenv", "LANG", "C.UTF-8"]
        drop = ["setpriv", "--reuid", self["User"], "--regid", self["Group"], "--init-groups"]
        if self["CapabilityBoundingSet"] == "":
            drop += ["--bounding-set=-all", "--inh-caps=-all"]
        if self.is_on("NoNewPrivileges"):
            drop += ["--no-new-privs"]
        restrict = ["python3", __file__, self.name, *command]
        return Program(*bubblewrap, "--", *drop, "--", *restrict, log=Path(f"/tmp/{self.name}.log"))

    def restrict(self) -> None:
        """Applies the limits and the filter of system calls to this process."""
        for key in ("LimitNOFILE", "LimitCORE"):
            if self[key]:
                kind = getattr(resource, key.replace("Limit", "RLIMIT_"))
                limit, highest = int(self[key]), resource.getrlimit(kind)[1]
                # No process may raise this itself, except systemd.
                limit = limit if highest == resource.RLIM_INFINITY else min(limit, highest)
                resource.setrlimit(kind, (limit, limit))
        if self["UMask"]:
            os.umask(int(self["UMask"], 8))
        if self["SystemCallFilter"]:
            assert self["SystemCallArchitectures"] == "native"
            families = self["RestrictAddressFamilies"]
            seccomp.load(
                seccomp.program(
                    self.settings["SystemCallFilter"], families.split() if families else None,
                    self.is_on("MemoryDenyWriteExecute")))


class Services:
    """Does what `systemctl` does with the units of the recipe."""

    def __init__(self) -> None:
        self.running: dict[str, Program] = {}

    def control(self, *arguments: str) -> None:
        match arguments:
            case ("daemon-reload",):
                for path in UNITS.iterdir():
                    verify(path)
            case ("enable", "--now", name):
                assert "WantedBy=" in (UNITS / full(name)).read_text(), f"{name} has no [Install]"
                if not name.endswith(".timer"):
                    self.start(full(name))
            case ("start", name):
                self.start(full(name))
            case ("stop", name):
                self.stop(full(name))
            case _:
                raise AssertionError(f"systemctl {' '.join(arguments)}: say what this does")

    def start(self, name: str) -> None:
        unit = Unit(name)
        program = unit.start(unit.command("ExecStart"))
        if unit["Type"] != "oneshot":
            self.running[name] = program
            return
        for key in ("ExecStart", "ExecStartPost"):
            if key == "ExecStartPost" and unit.command(key):
                program = unit.start(unit.command(key))
            assert program.wait(30) == 0, f"{name} {key}: {self.log(name)[-2000:]}"

    def stop(self, name: str) -> None:
        program = self.running.pop(name)
        if not program.is_running:
            return
        os.kill(main_process(program), signal.SIGTERM)
        assert program.wait(30) == 0, f"{name}: {self.log(name)[-2000:]}"

    @staticmethod
    def log(name: str) -> str:
        return Path(f"/tmp/{name}.log").read_text()


def main_process(program: Program) -> int:
    """The process of the service, below the Bubblewrap process that returns its status."""
    started = program.process
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
    return int(children[0]) if children else started.pid


def full(name: str) -> str:
    return name if "." in name else f"{name}.service"


def verify(path: Path) -> None:
    """Checks a unit with systemd-analyze."""
    found = run("systemd-analyze", "verify", "--man=no", path)
    said = [line for line in found.stderr.splitlines() if path.name in line]
    assert not said, "\n".join(said)


if __name__ == "__main__":
    Unit(sys.argv[1]).restrict()
    os.execv(sys.argv[2], sys.argv[2:])
