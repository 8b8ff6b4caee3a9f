"""A filter of system calls as systemd would load it for a unit (seccomp(2)), for machines without systemd."""

from __future__ import annotations

import ctypes
import platform
import re
import struct
from pathlib import Path

from programs import output_of

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
EPERM, EAFNOSUPPORT = 1, 97
LOAD, JUMP_IF_EQUAL, AND, RETURN = 0x20, 0x15, 0x54, 0x06
# Offsets in struct seccomp_data: the lower half of an argument, in little-endian.
NUMBER, ARCHITECTURE = 0, 4
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}
ARCHITECTURES = {"x86_64": (0xC000_003E, "asm/unistd_64.h"), "aarch64": (0xC000_00B7, "asm-generic/unistd.h")}
PROT_WRITE, PROT_EXEC, SHM_EXEC = 2, 4, 0o100000


def argument(index: int) -> int:
    return 16 + 8 * index


def numbers() -> dict[str, int]:
    """The numbers of all system calls of this machine, by name."""
    _, header = ARCHITECTURES[platform.machine()]
    [path] = [path for path in Path("/usr/include").rglob(header.rpartition("/")[2]) if str(path).endswith(header)][:1]
    return {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", path.read_text())}


def groups() -> dict[str, list[str]]:
    """The system call groups of systemd, with their members."""
    listed = output_of("systemd-analyze", "syscall-filter", "--no-pager")
    found: dict[str, list[str]] = {}
    members: list[str] = []
    for line in listed.splitlines():
        if line.startswith("@"):
            members = found.setdefault(line.strip(), [])
        elif line.strip() and not line.strip().startswith("#"):
            members.append(line.strip())
    return found


def expand(name: str, known: dict[str, list[str]]) -> set[str]:
    if not name.startswith("@"):
        return {name}
    return set().union(*(expand(member, known) for member in known[name]))


def allowed(filters: list[str]) -> set[str]:
    """The system calls that the lines `SystemCallFilter=` leave."""
    known = groups()
    names: set[str] = set()
    for line in filters:
        change = set().union(*(expand(name, known) for name in line.removeprefix("~").split()))
        names = names - change if line.startswith("~") else names | change
    return names


def program(filters: list[str], families: list[str] | None, denies_executable_memory: bool) -> bytes:
    """The filter in the kernel's machine code."""
    known = numbers()
    code: list[bytes] = []

    def emit(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        code.append(struct.pack("HBBI", operation, if_true, if_false, value))

    def refuse(name: str, index: int, mask: int, error: int) -> None:
        """Refuses a call with all bits of `mask` in an argument."""
        emit(JUMP_IF_EQUAL, known[name], 0, 5)
        emit(LOAD, argument(index))
        emit(AND, mask)
        emit(JUMP_IF_EQUAL, mask, 0, 1)
        emit(RETURN, ERRNO | error)
        emit(LOAD, NUMBER)

    emit(LOAD, ARCHITECTURE)
    emit(JUMP_IF_EQUAL, ARCHITECTURES[platform.machine()][0], 1, 0)
    emit(RETURN, KILL)
    emit(LOAD, NUMBER)
    if denies_executable_memory:
        refuse("mmap", 2, PROT_WRITE | PROT_EXEC, EPERM)
        refuse("mprotect", 2, PROT_EXEC, EPERM)
        refuse("pkey_mprotect", 2, PROT_EXEC, EPERM)
        refuse("shmat", 2, SHM_EXEC, EPERM)
    if families is not None:
        emit(JUMP_IF_EQUAL, known["socket"], 0, len(families) + 3)
        emit(LOAD, argument(0))
        for index, family in enumerate(families):
            emit(JUMP_IF_EQUAL, FAMILIES[family], len(families) - index, 0)
        emit(RETURN, ERRNO | EAFNOSUPPORT)
        emit(LOAD, NUMBER)
    for name in sorted(allowed(filters)):
        if name in known:
            emit(JUMP_IF_EQUAL, known[name], 0, 1)
            emit(RETURN, ALLOW)
    emit(RETURN, KILL)
    return b"".join(code)


def load(code: bytes) -> None:
    """Puts this thread, and what it executes, under a filter for good."""
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    filter_program = Program(len(code) // 8, ctypes.addressof(buffer))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 \
            or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(filter_program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")
