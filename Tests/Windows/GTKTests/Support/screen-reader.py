"""Reads and operates the windows of a program as a screen reader does, through AT-SPI.

Each line of standard input is a command in JSON, and each line of standard output is its answer:
  {"do": "tree"}                                    the controls of all windows
  {"do": "find", "name": "Email", "role": "text"}   the first control of this name and role; each of "name", "start" (of the
                                                    name), "role" and "text" can be missing
  {"do": "press", "name": "Continue"}               presses the button, or chooses the item, of this name;
                                                    "last": true takes the last one of several
  {"do": "type", "name": "Email", "text": "a@b"}    replaces the text of the field of this name
  {"do": "key", "code": 9}                          presses a key of the keyboard, by its X11 key code
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PRESSED = {"push button", "toggle button", "check box", "radio button", "menu item", "link", "list item", "combo box"}
TYPED = {"text", "entry", "password text"}
SHIFT_KEY = {"alt": 64, "shift": 50, "control": 37}


def children(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield child


def shown(node):
    return node.get_state_set().contains(Atspi.StateType.VISIBLE)


def walk(node, depth=0):
    # An application, which is the first node, is not visible itself.
    if depth > 0 and not shown(node):
        return
    yield node, depth
    for child in children(node):
        yield from walk(child, depth + 1)


def nodes():
    """The visible controls of the program. It is on the bus a moment after its first window."""
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for child in children(desktop):
        if child.get_process_id() == PROCESS:
            yield from walk(child)


def text_of(node):
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


def description(node, depth):
    states = node.get_state_set()
    found = {"depth": depth, "role": node.get_role_name(), "name": node.get_name() or "",
             "description": node.get_description() or "",
             "states": [state.value_nick for state in states.get_states()]}
    if found["role"] in TYPED | {"label", "heading"}:
        if "Text" in node.get_interfaces():
            found["text"] = text_of(node)
    return found


def fits(node, command):
    """Whether a control is the wanted one. Each part that is read is a call on the bus."""
    name = node.get_name() or "" if "name" in command or "start" in command else ""
    return (
        command.get("name", name) == name
        and name.startswith(command.get("start", ""))
        and ("role" not in command or node.get_role_name() == command["role"])
        and ("text" not in command or text_of(node) == command["text"]))


def find(command):
    for node, depth in nodes():
        if fits(node, command):
            return description(node, depth)
    raise LookupError("not shown")


def control(name, roles, last=False):
    found = None
    for node, _ in nodes():
        if (node.get_name() or "") == name and node.get_role_name() in roles:
            found = node
            if not last:
                break
    if found is None:
        raise LookupError(f"no {sorted(roles)} is named {name!r}")
    return found


def press(name, last):
    node = control(name, PRESSED, last)
    if not node.get_state_set().contains(Atspi.StateType.SENSITIVE):
        raise LookupError(f"{name!r} is disabled")
    return Atspi.Action.do_action(node, 0)


def type_text(name, text):
    return Atspi.EditableText.set_text_contents(control(name, TYPED), text)


def key(code, modifiers):
    for modifier in modifiers:
        Atspi.generate_keyboard_event(SHIFT_KEY[modifier], None, Atspi.KeySynthType.PRESS)
    Atspi.generate_keyboard_event(code, None, Atspi.KeySynthType.PRESSRELEASE)
    for modifier in modifiers:
        Atspi.generate_keyboard_event(SHIFT_KEY[modifier], None, Atspi.KeySynthType.RELEASE)
    return True


def answer(command):
    match command["do"]:
        case "tree":
            return [description(node, depth) for node, depth in nodes()]
        case "find":
            return find(command)
        case "press":
            return press(command["name"], command.get("last", False))
        case "type":
            return type_text(command["name"], command["text"])
        case "key":
            return key(command["code"], command.get("modifiers", []))


def answered(command):
    """The answer. A control that disappears while it is read makes the command start again."""
    for remaining in reversed(range(5)):
        # The events of the bus are read between commands.
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            return {"answer": answer(command)}
        except LookupError as error:
            return {"error": str(error)}
        except GLib.Error as error:
            if not remaining:
                return {"error": str(error)}


PROCESS = int(sys.argv[1])
Atspi.init()
Atspi.set_timeout(5000, 5000)
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
