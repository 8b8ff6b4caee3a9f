"""Users with a password, two addresses and an authenticator, and their sign-ins by each method."""

from collections.abc import Iterator

from authenticator import Authenticator
from client import API
from console_mail import Mailbox
from wallets import Binding

PASSWORD = "eleven purple boots swim"


class Account:
    """A user. `sessions` signs the user in by each method."""

    def __init__(self, api: API, mailbox: Mailbox, email: str, number: str) -> None:
        self.api, self.mailbox, self.email, self.number = api, mailbox, email, number
        signed_up = self.by_code("/v1/password/sign-up", "/v1/code/verify", email=email, password=PASSWORD)
        self.id, self.token = signed_up["user"]["id"], signed_up["account_token"]
        self.by_code("/v1/code/send", "/v1/code/verify", phone_number=number, purpose="verify")

    def by_code(self, path: str, answer_path: str, **members: str):
        token = getattr(self, "token", None)
        binding = Binding()
        sent = self.api.post(path, {**members, "binding": binding.value}, token=token)
        assert sent.status == 202, sent.body
        code = self.mailbox.code(members.get("email") or members["phone_number"])
        answer = self.api.post(answer_path, {
            "challenge_id": sent["challenge_id"], "code": code, "binding_secret": binding.secret}, token=token)
        assert answer.status == 200, answer.body
        return answer

    def by_password(self):
        return self.api.post("/v1/password/sign-in", {"identifier": self.email, "password": PASSWORD})

    def sessions(self) -> Iterator[tuple[list[str], dict]]:
        """The methods of each sign-in (RFC 8176), and its session."""
        yield ["pwd"], self.by_password()
        account, self.token = self.token, None
        yield ["otp"], self.by_code("/v1/code/send", "/v1/code/sign-in", email=self.email)
        yield ["sms"], self.by_code("/v1/code/send", "/v1/code/sign-in", phone_number=self.number)
        begun = self.api.post("/v1/second-factors/totp", {}, token=account)
        authenticator = Authenticator(begun["secret"])
        added = self.api.post("/v1/second-factors/totp/confirm", {
            "challenge_id": begun["challenge_id"], "code": authenticator.code()}, token=account)
        for method, code in (("totp", authenticator.code()), ("recovery_code", added["recovery_codes"][0])):
            waiting = self.by_password()["second_factor"]["challenge_id"]
            session = self.api.post("/v1/second-factor/verify", {
                "challenge_id": waiting, "method": method, "code": code})
            assert session.status == 200, session.body
            yield ["pwd", "otp" if method == "totp" else method], session
