import Doorward
import Encodings
import EthereumSignatures
import SoftwareAuthenticators
import Testing

/// The double answers calls about passkeys as the built server does.
struct SamePasskeysTests {
  private static let methods = ["password", "code", "passkey", "siwe", "anonymous"]

  private func compare(
    factorCodes: [String]? = nil, isShort: Bool = false, _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: Self.methods, identifiers: ["email", "username"], factorCodes: factorCodes, isShort: isShort),
      body)
  }

  @Test(.timeLimit(.minutes(2))) func signUpAndSignIn() async throws {
    try await compare { script in
      try await script.call("GET", "/v1/config")
      var passkey = try ScriptPasskey()
      let session = try await script.register(&passkey, ["name": "Ada"])
      let signedIn = try await script.signIn(&passkey)
      // With the account token it is the same session.
      try await script.signIn(&passkey, token: signedIn.account)
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call("GET", "/v1/user/export", token: session.account)
      try await script.call("GET", "/v1/user/identities", token: session.account)
      try await script.call("GET", "/v1/sessions", token: session.account)
      // One challenge, two uses.
      let options = try await script.requestOptions(passkey)
      let proof = try passkey.authentication(options)
      let key = ["Idempotency-Key": "one"]
      for headers in [key, key, [:]] {
        try await script.call("POST", Script.passkeyAuthentication, proof, headers: headers)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func passkeyWithoutVerification() async throws {
    try await compare { script in
      var (weak, strong) = (try ScriptPasskey(isVerifying: false), try ScriptPasskey())
      let refused = try await script.register(&weak)
      #expect(refused["code"] == "user_not_verified")
      let session = try await script.register(&strong)
      try await script.register(&weak, token: session.account)
      try await script.signIn(&weak)
      strong.authenticator.flags = 0b001
      try await script.signIn(&strong)
    }
  }

  @Test(.timeLimit(.minutes(2))) func anonymousUser() async throws {
    try await compare { script in
      let visitor = try await script.call("POST", "/v1/anonymous", [:])
      var passkey = try ScriptPasskey()
      try await script.register(&passkey, ["name": "Ada"], token: visitor["account_token"]?.string)
      try await script.signIn(&passkey)
    }
  }

  @Test(.timeLimit(.minutes(2))) func purposes() async throws {
    try await compare { script in
      var passkey = try ScriptPasskey()
      let session = try await script.register(&passkey)
      let another = try ScriptPasskey()
      for purpose in ["sign_in", "link", "move", "other"] {
        for token in [nil, session.account] {
          try await script.creationOptions(another, ["purpose": .string(purpose)], token: token)
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func repeatedSignUps() async throws {
    try await compare { script in
      var passkey = try ScriptPasskey()
      let proof = try passkey.registration(await script.creationOptions(passkey))
      for key in ["one", "one", "two", nil] {
        let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
        try await script.call("POST", Script.passkeyRegistration, proof, headers: headers)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func changedVisitor() async throws {
    try await compare { script in
      // The user handle of a passkey is the id of its user, so both calls are of the same visitor.
      var (early, late) = (try ScriptPasskey(), try ScriptPasskey())
      let visitor = try await script.call("POST", "/v1/anonymous", [:])["account_token"]?.string
      let stranger = try await script.creationOptions(early)
      try await script.call(
        "POST", Script.passkeyRegistration, early.registration(stranger), token: visitor)
      let other = try await script.call("POST", "/v1/anonymous", [:])["account_token"]?.string
      for token in [nil, other, visitor] {
        let own = try await script.creationOptions(late, token: visitor)
        try await script.call("POST", Script.passkeyRegistration, late.registration(own), token: token)
      }
      try await script.signIn(&late)
    }
  }

  @Test(.timeLimit(.minutes(2))) func list() async throws {
    try await compare { script in
      var (first, second) = (try ScriptPasskey(), try ScriptPasskey())
      first.authenticator.flags |= 1 << 3 | 1 << 4
      first.authenticator.signCount = 7
      let session = try await script.register(&first)
      let token = session.account
      try await script.register(&second, token: token)
      try await script.signIn(&first)
      try await script.call("GET", "/v1/passkeys")
      let list = try await script.call("GET", "/v1/passkeys", token: token)
      let ids = (list["items"]?.array ?? []).compactMap { $0["id"]?.string }
      try #require(ids.count == 2)
      let path = "/v1/passkeys/\(ids[0])"
      for body: JSONObject in [["name": "Laptop"], ["name": ""], ["name": "a\nb"], ["name": 1], [:]] {
        try await script.call("PATCH", path, body, token: token)
      }
      try await script.call("PATCH", path, ["name": "Laptop"])
      let wallet = try await script.signIn(.throwaway())
      try await script.call("PATCH", path, ["name": "Mine"], token: wallet.account)
      try await script.call("DELETE", path, token: wallet.account)
      try await script.call("DELETE", "/v1/passkeys/nothing", token: token)
      // An identity of another type is no passkey.
      let other = try await script.call("GET", "/v1/user/identities", token: wallet.account)
      let identity = other["items"]?.array?.first?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/passkeys/\(identity)", token: wallet.account)
      try await script.call("PATCH", "/v1/passkeys/\(identity)", ["name": "a"], token: wallet.account)
      try await script.call("DELETE", "/v1/passkeys/\(ids[1])", token: token)
      try await script.call("DELETE", path, token: token)
      try await script.call("GET", "/v1/passkeys", token: token)
      try await script.signIn(&second)
      try await script.signIn(&first)
    }
  }

  @Test(.timeLimit(.minutes(2))) func changedResponses() async throws {
    try await compare { script in
      var passkey = try ScriptPasskey()
      try await script.register(&passkey)
      let known = passkey
      let changes: [@Sendable (inout ScriptPasskey) -> Void] = [
        { $0.authenticator.userHandle = nil },
        { $0.authenticator.userHandle = [UInt8](repeating: 7, count: 16) },
        { $0.authenticator.origin = "https://example.org.evil.test" },
        { $0.authenticator.relyingPartyID = "evil.test" },
        { $0.authenticator.flags = 0b100 },
        { $0.authenticator.flags = 0b10101 },
        { $0.authenticator.flags = 0b1101 },
        { $0.authenticator.clientMembers = ["crossOrigin": true] },
        { $0.authenticator.clientMembers = ["topOrigin": "https://evil.test"] },
        { $0.authenticator.clientMembers = ["challenge": "AAAA"] },
        { $0.authenticator.clientMembers = ["type": "webauthn.create"] },
        { $0.authenticator.credentialID = [UInt8](repeating: 9, count: 16) },
      ]
      for change in changes {
        var changed = known
        change(&changed)
        let options = try await script.requestOptions(changed)
        try await script.call("POST", Script.passkeyAuthentication, changed.authentication(options))
      }
      var counting = try ScriptPasskey()
      counting.authenticator.signCount = 5
      try await script.register(&counting)
      counting.authenticator.signCount = 2
      try await script.signIn(&counting)
      let options = try await script.requestOptions(passkey)
      let right = try passkey.authentication(options)
      for (name, value): (String, JSONValue?) in [
        ("id", nil), ("id", "AAAA"), ("rawId", nil), ("type", "other"), ("response", nil),
        ("response", [:]), ("challenge_id", nil), ("challenge_id", "nothing"), ("binding_secret", nil),
        ("binding_secret", "short"), ("binding_secret", Script.binding().secret),
      ] {
        var wrong = right
        wrong[name] = value
        try await script.call("POST", Script.passkeyAuthentication, wrong)
      }
      try await script.call("POST", Script.passkeyAuthentication, right)
    }
  }

  @Test(.timeLimit(.minutes(2))) func registrations() async throws {
    try await compare { script in
      for body: JSONObject in [
        [:], ["binding": "short"], ["binding": Script.binding().hash, "name": 1],
        ["binding": Script.binding().hash, "name": "a\nb"], ["binding": Script.binding().hash, "name": ""],
      ] {
        try await script.call("POST", "\(Script.passkeyRegistration)/options", body)
      }
      try await script.call("POST", "\(Script.passkeyAuthentication)/options", [:])
      var first = try ScriptPasskey()
      let session = try await script.register(&first)
      // The same credential again.
      try await script.register(&first)
      try await script.register(&first, token: session.account)
      // A challenge of another ceremony, and of another user.
      var second = try ScriptPasskey()
      let signIn = try await script.requestOptions(second)
      second.authenticator.challenge = try Base64URL.decode(#require(signIn["challenge"]?.string))
      try await script.call(
        "POST", Script.passkeyRegistration, second.answering(signIn, second.authenticator.register()))
      let addition = try await script.creationOptions(second, token: session.account)
      let body = try second.registration(addition)
      let stranger = try await script.signIn(.throwaway())
      try await script.call("POST", Script.passkeyRegistration, body)
      try await script.call("POST", Script.passkeyRegistration, body, token: stranger.account)
      // Without the user's presence. A client cannot ask for that in a session without a password.
      second.authenticator.flags = 0
      let silent = try second.registration(addition)
      try await script.call("POST", Script.passkeyRegistration, silent, token: session.account)
      try await script.call(
        "POST", Script.passkeyRegistration, silent.merging(patch: ["conditional": 1]), token: session.account)
      try await script.call(
        "POST", Script.passkeyRegistration, silent.merging(patch: ["conditional": true]),
        token: session.account)
      for (name, value): (String, JSONValue?) in [("id", nil), ("id", "AAAA"), ("response", [:])] {
        var third = try ScriptPasskey()
        var wrong = try third.registration(await script.creationOptions(third))
        wrong[name] = value
        try await script.call("POST", Script.passkeyRegistration, wrong)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func passkeyAfterPassword() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com", ["username": "lovelace", "name": "Ada"])
      var passkey = try ScriptPasskey()
      passkey.authenticator.flags = 0
      let silent = try passkey.registration(await script.creationOptions(passkey, token: session.account))
      try await script.call("POST", Script.passkeyRegistration, silent, token: session.account)
      for _ in 0..<2 {
        try await script.call(
          "POST", Script.passkeyRegistration, silent.merging(patch: ["conditional": true]),
          token: session.account)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func namesOfOptions() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com", ["username": "lovelace", "name": "Ada"])
      try await script.creationOptions(ScriptPasskey(), token: session.account)
      let wallet = try await script.signIn(.throwaway())
      try await script.creationOptions(ScriptPasskey(), token: wallet.account)
      try await script.call("PATCH", "/v1/user", ["name": "Bob"], token: wallet.account)
      try await script.creationOptions(ScriptPasskey(), token: wallet.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func secondFactor() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      var (passkey, stranger) = (try ScriptPasskey(), try ScriptPasskey())
      try await script.register(&passkey, token: session.account)
      try await script.addAuthenticator(session)
      try await script.register(&stranger)
      let waiting = try await script.call(
        "POST", "/v1/password/sign-in",
        ["identifier": "ada@example.com", "password": "correct horse battery"])
      let factor = waiting["second_factor"]
      let options = factor?["passkey"] ?? .null
      try passkey.take(options)
      try stranger.take(options)
      let body: JSONObject = ["challenge_id": factor?["challenge_id"] ?? nil, "method": "passkey"]
      let right: JSONValue = .object(try passkey.authenticator.authenticate())
      for response: JSONValue in [
        nil, 1, [:], .object(try stranger.authenticator.authenticate()),
        .object(try passkey.authenticator.authenticate(type: "webauthn.create")), right, right,
      ] {
        try await script.call("POST", "/v1/second-factor/verify", body.merging(patch: ["response": response]))
      }
      // The session of a passkey that has not verified its user needs another factor.
      passkey.authenticator.flags = 0b001
      try await script.signIn(&passkey)
    }
  }

  @Test(.timeLimit(.minutes(2))) func requiredSecondFactor() async throws {
    try await compare(factorCodes: ["email"]) { script in
      var (weak, strong) = (try ScriptPasskey(isVerifying: false), try ScriptPasskey())
      try await script.register(&weak)
      try await script.register(&strong)
      strong.authenticator.flags = 0b001
      try await script.signIn(&strong)
      strong.authenticator.flags = 0b101
      let session = try await script.signIn(&strong)
      try await script.call("GET", "/v1/sessions", token: session.account)
      let sent = try await script.codeAnswer(
        "/v1/code/send", ["email": "ada@example.com", "purpose": "verify"], token: session.account)
      try await script.call("POST", "/v1/code/verify", sent, token: session.account)
      let code = try await script.codeAnswer(
        "/v1/code/send", ["email": "ada@example.com", "purpose": "sign_in"])
      let waiting = try await script.call("POST", "/v1/code/sign-in", code)
      try strong.take(waiting["second_factor"]?["passkey"] ?? .null)
      try await script.call(
        "POST", "/v1/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]?["challenge_id"] ?? nil, "method": "passkey",
          "response": .object(strong.authenticator.authenticate()),
          "binding_secret": code["binding_secret"] ?? nil,
        ])
    }
  }

  @Test(.timeLimit(.minutes(2))) func applicationWithoutPasskeys() async throws {
    try await SameAnswers.compare { script in
      var passkey = try ScriptPasskey()
      try await script.requestOptions(passkey)
      try await script.creationOptions(passkey)
      let wallet = try await script.signIn(.throwaway())
      try await script.creationOptions(passkey, token: wallet.account)
      try await script.call("GET", "/v1/passkeys", token: wallet.account)
      try passkey.take(["challenge": "AAAA"])
      try await script.call(
        "POST", Script.passkeyAuthentication,
        passkey.answering(["challenge_id": "a"], passkey.authenticator.authenticate()))
    }
  }
}
