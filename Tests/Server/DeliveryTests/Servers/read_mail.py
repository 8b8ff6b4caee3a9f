"""Reads a mail with Python's email package and prints what it understood as JSON."""

import base64
import json
import sys
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import parseaddr

with open(sys.argv[1], "rb") as file:
    content = file.read()
message = message_from_bytes(content, policy=policy.default)
# The newer parser of Python 3.11 puts a space between two encoded words of a name, which RFC 2047 §6.2 forbids.
name = parseaddr(message_from_bytes(content, policy=policy.compat32)["From"])[0]



def content_of(part) -> str:
    """The text of a part, or its bytes in base64."""
    read = part.get_content()
    return base64.b64encode(read).decode() if isinstance(read, bytes) else read.replace("\r\n", "\n")


defects = [str(defect) for part in message.walk() for defect in part.defects]
defects += [str(defect) for value in message.values() for defect in getattr(value, "defects", [])]
print(json.dumps({
    "names": message.keys(),
    "headers": {name: str(value) for name, value in message.items()},
    "date": message["Date"].datetime.isoformat(),
    "from_name": str(make_header(decode_header(name))),
    "from": [address.addr_spec for address in message["From"].addresses],
    "to": [address.addr_spec for address in message["To"].addresses],
    "types": [part.get_content_type() for part in message.walk()],
    "parts": [content_of(part) for part in message.walk() if not part.is_multipart()],
    "content_ids": [part["Content-ID"] for part in message.walk() if part["Content-ID"]],
    "dispositions": [part["Content-Disposition"] for part in message.walk() if part["Content-Disposition"]],
    "defects": defects,
}))
