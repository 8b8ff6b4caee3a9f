"""Runs a program as root of an isolated system with other users, files and network, and no rights on this machine.

A user namespace maps 65,536 users to unprivileged users of this machine. Bubblewrap builds the file system: the
programs of this machine, read-only, and otherwise empty.
"""

import ctypes
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

FIRST_USER, USERS = 100_000, 65_536
CLONE_NEWUSER = 0x1000_0000
# The files that the base packages of Debian and the packages of the recipe install in /etc.
ETC = ["alternatives", "apache2/mime.types", "caddy", "default", "environment", "ld.so.cache", "ld.so.conf",
       "ld.so.conf.d", "login.defs", "mime.types", "nginx", "nsswitch.conf", "pam.conf", "pam.d", "profile",
       "security", "ssl"]


def run_isolated(command: list[str], stage: Path) -> subprocess.CompletedProcess:
    """Runs a command in `/src`, which is the read-only directory `src` of `stage`.

    Unprivileged users must be able to read `stage`.
    """
    # Not at the top: this file is also a program, which does not find the module.
    from programs import run
    write_etc(stage / "etc")
    bubblewrap = [
        "bwrap", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--hostname", "debian",
        "--die-with-parent", "--clearenv", "--setenv", "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin",
        "--setenv", "LANG", "C.UTF-8", "--cap-add", "ALL",
        "--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local/bin", "--tmpfs", "/usr/local/sbin",
        *(part for name in ("bin", "sbin", "lib", "lib64") for part in ("--symlink", f"usr/{name}", f"/{name}")),
        "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/etc", "--ro-bind", str(stage / "etc"), "/run/etc",
        *(part for name in ("tmp", "run/systemd", "root", "home", "var", "var/tmp", "var/lib", "var/backups", "var/lib/nginx",
                       "var/log/nginx")
          for part in ("--dir", f"/{name}")),
        "--ro-bind", "/var/lib/dpkg", "/var/lib/dpkg",
        # The libraries of a Swift toolchain, for a binary that is not linked statically.
        "--ro-bind-try", "/opt", "/opt",
        "--ro-bind", str(stage / "src"), "/src", "--chdir", "/src", "--", *command]
    return run(sys.executable, __file__, *bubblewrap, timeout=300)


def write_etc(etc: Path) -> None:
    """The relevant configuration of a new Debian system."""
    for name in ETC:
        source, target = Path("/etc") / name, etc / name
        if not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, ignore=secret)
        else:
            shutil.copy(source, target)
    for name in ("passwd", "group"):
        shutil.copy(f"/usr/share/base-passwd/{name}.master", etc / name)
    for name in ("shadow", "gshadow"):
        (etc / name).touch()
    (etc / "hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")


def secret(directory: str, names: list[str]) -> list[str]:
    """The entries that an unprivileged user cannot read."""
    return [name for name in names if not os.lstat(os.path.join(directory, name)).st_mode & stat.S_IROTH]


def map_users(child: int) -> None:
    """Maps the users of a child's new namespace. Only root may map users other than its own."""
    for name in ("uid_map", "gid_map"):
        Path(f"/proc/{child}/{name}").write_text(f"0 {FIRST_USER} {USERS}\n")


def main(command: list[str]) -> None:
    if os.geteuid() != 0:
        # An unprivileged user has subordinate users for this: newuidmap(1), /etc/subuid.
        os.execvp("unshare", ["unshare", "--user", "--map-auto", "--map-root-user", "--", *command])
    unshared, mapped = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER) != 0:
            sys.exit(f"a user namespace cannot be made: {os.strerror(ctypes.get_errno())}")
        os.write(unshared[1], b".")
        os.read(mapped[0], 1)
        os.setgroups([])
        os.setgid(0)
        os.setuid(0)
        os.execvp(command[0], command)
    os.close(unshared[1])
    if os.read(unshared[0], 1):
        map_users(child)
        os.write(mapped[1], b".")
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
