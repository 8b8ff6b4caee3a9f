"""The steps that show each view in a simulator and photograph it."""
from __future__ import annotations

import os
import re
import time

from .builds import MINUTES, build
from .commands import ROOT
from .machine import devices_of
from .records import FAILED, first_error
from .run import BUILDS, Run, Step, Stopped, bundle, slug

APP = BUILDS / "ViewGallery.app"
IDENTIFIER = "com.example.doorward.view-gallery"
# The simulator of the check. Those of the person are left alone.
DEVICE = "doorward-mac-check"
# The seconds until a view is drawn.
DRAWING = 1.5
# After so many views in a row that do not start, the others would not either.
MOST_FAILURES = 5


def views_build(run: Run, step: Step) -> str:
    sdk = run.command(step, "xcrun", "--sdk", "iphonesimulator", "--show-sdk-path").text.strip().splitlines()[-1]
    scratch = BUILDS / "simulator"
    words = ["--package-path", "Server", "--product", "ViewGallery", "--triple", f"{run.machine.architecture}-apple-ios17.0-simulator",
             "--sdk", sdk, "--scratch-path", scratch]
    build(run, step, *words)
    programs = sorted(scratch.glob("*/debug/ViewGallery"))
    if not programs:
        raise Stopped(FAILED, "`swift build` succeeded, and there is no program `ViewGallery`.", excerpt="\n".join(map(str, scratch.glob("*/*"))))
    bundle(APP, programs[0], IDENTIFIER, {
        "CFBundleSupportedPlatforms": ["iPhoneSimulator"], "DTPlatformName": "iphonesimulator", "MinimumOSVersion": "17.0",
        "UIDeviceFamily": [1, 2], "UILaunchScreen": {}, "LSRequiresIPhoneOS": True})
    return ""


def previews() -> list[str]:
    """The names of the previews. A test compares this file with the views."""
    text = (ROOT / "Sources/Windows/DoorwardUI/Previews/Previews.swift").read_text()
    return re.findall(r'PreviewViews\["([^"]+)"\]', text)


def views(run: Run, step: Step) -> str:
    device = simulator(run, step)
    run.command(step, "xcrun", "simctl", "bootstatus", device, "-b")
    run.command(step, "xcrun", "simctl", "install", device, APP)
    names, failed, in_a_row = previews(), [], 0
    pictures = run.folder / "pictures/views"
    pictures.mkdir(parents=True, exist_ok=True)
    for name in names:
        try:
            show(run, step, device, name, pictures / f"{slug(name)}.jpg")
            in_a_row = 0
        except Stopped as stopped:
            failed.append((name, stopped))
            in_a_row += 1
            if in_a_row == MOST_FAILURES or run.remaining() <= 1:
                break
    # An issue takes attachments of about 25 MB.
    run.commands.run(["sips", "-Z", "1200", *map(str, sorted(pictures.glob("*.jpg")))], min(60, run.remaining()))
    if failed:
        name, first = failed[0]
        raise Stopped(first.result, f"{len(failed)} of {len(names)} views were not shown: {', '.join(name for name, _ in failed[:20])}. "
                      f"The first: {first.sentence}", first.command, first.excerpt)
    return f"{len(names)} views were shown and photographed. The pictures have not been reviewed."


def simulator(run: Run, step: Step) -> str:
    """Makes a simulator like one that exists. It is deleted at the end."""
    listed = run.command(step, "xcrun", "simctl", "list", "--json", "devices").text
    for devices in devices_of(listed).values():
        for device in devices:
            if device["name"] == DEVICE:
                # A run that was killed has left it.
                delete(run, device["udid"])
    kind, runtime = run.machine.simulator or ("", "")
    device = run.command(step, "xcrun", "simctl", "create", DEVICE, kind, runtime).text.strip().splitlines()[-1]
    run.undo.append(lambda: delete(run, device))
    return device


def delete(run: Run, device: str) -> None:
    for words in (["shutdown", device], ["delete", device]):
        run.commands.run(["xcrun", "simctl", *words], 60)


def show(run: Run, step: Step, device: str, name: str, picture) -> None:
    """Starts the app with a view and photographs it. Raises `Stopped` if the app ends."""
    launched = run.command(step, "xcrun", "simctl", "launch", "--terminate-running-process", device, IDENTIFIER, "--view", name)
    found = re.findall(rf"{re.escape(IDENTIFIER)}: (\d+)", launched.text)
    time.sleep(min(DRAWING, run.remaining()))
    if found and not is_running(int(found[-1])):
        # Once more, for what it prints: a simulator may refuse to redirect it.
        errors = run.folder / f"logs/view-{slug(name)}.log"
        run.commands.run(["xcrun", "simctl", "launch", "--terminate-running-process", f"--stderr={errors}", device, IDENTIFIER, "--view", name], 30)
        time.sleep(min(DRAWING, run.remaining()))
        text = errors.read_text(errors="replace") if errors.exists() else ""
        raise Stopped(FAILED, f"The app ended while it showed “{name}”.", f"xcrun simctl launch DEVICE {IDENTIFIER} --view '{name}'",
                      first_error(text))
    run.command(step, "xcrun", "simctl", "io", device, "screenshot", "--type=jpeg", picture)


def is_running(process: int) -> bool:
    """An app in a simulator is a process of the Mac."""
    try:
        os.kill(process, 0)
        return True
    except ProcessLookupError:
        return False
    except OSError:
        return True


STEPS = [
    Step("views-build", "build the SwiftUI views for the simulator", 40 * MINUTES, ("swift", "iphonesimulator", "space"), views_build),
    Step("views", "show every SwiftUI view in the simulator", 40 * MINUTES, ("views-build", "simulator"), views),
]
