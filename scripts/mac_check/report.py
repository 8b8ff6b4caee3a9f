"""Writes the report that a person sends, and the archive of logs and pictures beside it."""
from __future__ import annotations

import pathlib
import tempfile
import time
import zipfile

from .commands import spelled
from .privacy import Privacy
from .records import PASSED, Records

# A log of Xcode can have 100 MB. Its begin has the command, and its end the errors.
LOG_BEGIN, LOG_END = 200_000, 2_000_000
# The characters of a cell of a table, and of a line of an output.
LONGEST_CELL, LONGEST_LINE = 2_000, 400
TITLE = "Doorward on a Mac"
UNTRIED = [
    "A physical iPhone or iPad, and a passkey inside an app: both need a developer team and a domain that is associated with the app.",
    "The tests of the package inside a simulator: its test programs need the server's C libraries. The simulator shows each view instead; "
    "no button is pressed there.",
    "Wallets of NEAR and Ethereum over the internet.",
    "The server's tests on macOS (`make test`).",
]


def text_of(facts: list[tuple[str, str]], records: Records, notes: list[str], privacy: Privacy) -> str:
    """The report in Markdown, without names and secrets."""
    made = time.strftime("%Y-%m-%d %H:%M %z")
    counts = {}
    for record in records.all.values():
        counts[record.result] = counts.get(record.result, 0) + 1
    summary = ", ".join(f"{count} {result}" for result, count in counts.items()) or "no step was started"
    lines = [f"# {TITLE}", "", f"Written by `make mac-check` on {made}; begun on {records.begun}. Steps: {summary}.", ""]
    lines += [f"- {note}" for note in notes] + [""] * bool(notes)
    lines += ["## This Mac", "", "| what | found |", "| --- | --- |"]
    lines += [f"| {name} | {cell(value, privacy)} |" for name, value in facts]
    lines += ["", "## Steps", "", "| step | result | time | why |", "| --- | --- | --- | --- |"]
    for record in records.all.values():
        kept = " (in an earlier run)" if record.is_kept else ""
        lines.append(f"| {record.title} | {record.result}{kept} | {spelled(record.seconds)} | {cell(record.sentence, privacy)} |")
    for record in records.all.values():
        if record.result != PASSED and (record.excerpt or record.command):
            lines += ["", f"## {record.title}: {record.result}", ""]
            lines += [cell(record.sentence, privacy), ""] if record.sentence else []
            # Four backquotes: an output may contain three.
            lines += ["````text", *([f"$ {record.command}"] if record.command else []), privacy.short(record.excerpt, LONGEST_LINE).replace("````", "'''"), "````"]
    lines += ["", "## Never tried by this check", "", *(f"- {sentence}" for sentence in UNTRIED), ""]
    return privacy.clean("\n".join(lines))


def cell(text: str, privacy: Privacy) -> str:
    return privacy.short(" ".join(text.split()), LONGEST_CELL).replace("|", "\\|")


def write(text: str, folders: list[pathlib.Path]) -> tuple[pathlib.Path | None, list[str]]:
    """Writes the report to the first folder that takes it. Returns the file, and why others did not take it."""
    problems = []
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / "report.md"
            new = folder / "report.new"
            new.write_text(text, encoding="utf-8")
            new.replace(file)
            return file, problems
        except OSError as error:
            problems.append(f"{folder}: {error.strerror or error}")
    return None, problems


def temporary_folder() -> pathlib.Path | None:
    try:
        return pathlib.Path(tempfile.mkdtemp(prefix="doorward-mac-check-"))
    except OSError:
        return None


def archive(folder: pathlib.Path, privacy: Privacy) -> tuple[pathlib.Path | None, str]:
    """Puts logs, without names and secrets, and pictures into an archive. Returns the file, or why there is none."""
    file, new = folder / "logs-and-pictures.zip", folder / "archive.new"
    try:
        with zipfile.ZipFile(str(new), "w", zipfile.ZIP_DEFLATED) as zipped:
            for log in sorted(folder.glob("logs/*.log")):
                zipped.writestr(f"logs/{log.name}", privacy.clean(shortened(log)))
            for picture in sorted(path for path in folder.glob("pictures/**/*") if path.suffix in (".png", ".jpg")):
                zipped.write(str(picture), privacy.clean(str(picture.relative_to(folder))))
        new.replace(file)
        return file, ""
    except (OSError, ValueError) as error:
        try:
            new.unlink()
        except OSError:
            pass
        return None, f"The archive could not be written: {getattr(error, 'strerror', None) or error}."


def shortened(log: pathlib.Path) -> str:
    with log.open("rb") as file:
        size = log.stat().st_size
        if size <= LOG_BEGIN + LOG_END:
            return file.read().decode(errors="replace")
        begin = file.read(LOG_BEGIN)
        file.seek(size - LOG_END)
        end = file.read()
    # Whole lines: a name that is cut in two would not be found.
    begin, end = begin.rpartition(b"\n")[0], end.partition(b"\n")[2]
    left = size - len(begin) - len(end)
    return begin.decode(errors="replace") + f"\n… {left} bytes are left out …\n" + end.decode(errors="replace")
