"""A mail server on loopback for the tests. It prints one JSON object a line for each event.

Each message takes the next step of the script: "accept", "die" (the process ends in the middle of the message), "stall",
"rcpt TEXT" or "data TEXT" (TEXT is the answer to that command). "ehlo TEXT" and "mail TEXT" stand for a step of a session
that is refused earlier. The last step repeats.
"""

import argparse
import asyncio
import base64
import json
import os
import ssl

from aiosmtpd.smtp import SMTP, AuthResult

arguments = argparse.ArgumentParser()
arguments.add_argument("--tls", choices=["none", "starttls", "implicit"], default="none")
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--user")
arguments.add_argument("--password")
arguments.add_argument("--script", default='["accept"]')
arguments.add_argument("--port", type=int, default=0)
options = arguments.parse_args()
script = json.loads(options.script)


def report(event: str, **values) -> None:
    print(json.dumps({"event": event, **values}), flush=True)


def next_step() -> str:
    return script.pop(0) if len(script) > 1 else script[0]


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        step = next_step()
        report("recipient", address=address, step=step)
        if step.startswith("rcpt "):
            return step.removeprefix("rcpt ")
        if step == "stall":
            await asyncio.sleep(3600)
        envelope.step = step
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.step.startswith("data "):
            return envelope.step.removeprefix("data ")
        report(
            "message", sender=envelope.mail_from, recipients=envelope.rcpt_tos, tls=session.ssl is not None,
            user=session.auth_data.login.decode() if session.auth_data else None,
            content=base64.b64encode(envelope.content).decode())
        return "250 2.0.0 OK queued as 4F"

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        report("greeting", name=hostname)
        return responses


class Server(SMTP):
    async def smtp_DATA(self, argument):
        if getattr(self.envelope, "step", "") == "die":
            await self.push("354 go on")
            await self._reader.readline()
            os._exit(1)
        await super().smtp_DATA(argument)

    async def smtp_EHLO(self, argument):
        if script[0].startswith("ehlo "):
            report("greeting", name=argument)
            await self.push(next_step().removeprefix("ehlo "))
        else:
            await super().smtp_EHLO(argument)

    async def smtp_HELO(self, argument):
        await self.push("502 5.5.1 HELO is not accepted")

    async def smtp_MAIL(self, argument):
        if script[0].startswith("mail "):
            await self.push(next_step().removeprefix("mail "))
        else:
            await super().smtp_MAIL(argument)

    async def smtp_AUTH(self, argument):
        report("authentication")
        await super().smtp_AUTH(argument)


def authenticate(server, session, envelope, mechanism, data):
    is_right = data.login.decode() == options.user and data.password.decode() == options.password
    return AuthResult(success=is_right, handled=False, auth_data=data)


async def main() -> None:
    context = None
    if options.tls != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)
    is_starttls = options.tls == "starttls"

    def protocol():
        return Server(
            Handler(), hostname="mail.test", tls_context=context if is_starttls else None,
            require_starttls=is_starttls, auth_required=options.user is not None,
            authenticator=authenticate if options.user is not None else None, auth_require_tls=is_starttls,
            data_size_limit=None)

    server = await asyncio.get_running_loop().create_server(
        protocol, "127.0.0.1", options.port, ssl=context if options.tls == "implicit" else None)
    report("ready", port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
