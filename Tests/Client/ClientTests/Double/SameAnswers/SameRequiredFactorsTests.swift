import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Foundation
import SoftwareAuthenticators
import Testing

/// The double answers the sign-ins of an application that requires a second factor as the built server does.
struct SameRequiredFactorsTests {
  private static let verify = "/v1/second-factor/verify"
  private static let enroll = "/v1/second-factor/enroll"

  private func compare(
    codes: [String] = ["email", "sms"], identifiers: [String] = ["email"],
    _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: ["password", "code", "siwe", "anonymous"], identifiers: identifiers, factorCodes: codes),
      body)
  }

  @Test(.timeLimit(.minutes(2))) func enrollmentOfANewUser() async throws {
    try await compare { script in
      let waiting = try await script.register("ada@example.com")
      let (first, secret) = try #require(waiting.waiting)
      for body: JSONObject in [[:], ["challenge_id": "nothing"], ["challenge_id": first]] {
        try await script.call("POST", Self.enroll, body)
      }
      let begun = try await script.call(
        "POST", Self.enroll, ["challenge_id": first, "binding_secret": secret])
      let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
      let right: JSONObject = [
        "challenge_id": begun["challenge_id"] ?? nil, "binding_secret": secret, "method": "totp",
        "code": .string(try authenticator.code(at: script.contender.now())),
      ]
      for (name, value): (String, JSONValue?) in [
        // The challenge of the first factor has no authenticator.
        ("challenge_id", first), ("method", "code"), ("method", "recovery_code"), ("code", "no code"),
        ("binding_secret", nil), ("binding_secret", Script.binding().secret), ("keep_account", "yes"),
      ] {
        var wrong = right
        wrong[name] = value
        try await script.call("POST", Self.verify, wrong)
      }
      // No code is sent to a user who does not exist yet.
      try await script.call(
        "POST", "/v1/code/send",
        ["purpose": "second_factor", "challenge_id": first, "binding_secret": secret])
      let key = ["Idempotency-Key": "one"]
      let session = try await script.call("POST", Self.verify, right, headers: key)
      try await script.call("POST", Self.verify, right, headers: key)
      try await script.call("POST", Self.verify, right)
      let token = session["account_token"]?.string
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call("GET", "/v1/user/export", token: token)
      try await script.call("POST", "/v1/second-factors/totp", [:], token: token)
      // The next sign-in needs the authenticator.
      try await script.passwordStep()
    }
  }

  @Test(.timeLimit(.minutes(2))) func enrollmentOfPasskeys() async throws {
    let methods = ["password", "code", "siwe", "anonymous", "passkey"]
    try await SameAnswers.compare(
      Contender.Setup(methods: methods, identifiers: ["email"], factorCodes: ["sms"])
    ) { script in
      let waiting = try await script.register("ada@example.com")
      let (first, secret) = try #require(waiting.waiting)
      let enroll: JSONObject = ["challenge_id": first, "binding_secret": secret, "method": "passkey"]
      for method: JSONValue in ["code", 1] {
        try await script.call("POST", Self.enroll, enroll.merging(patch: ["method": method]))
      }
      let begun = try await script.call("POST", Self.enroll, enroll)
      var passkey = try ScriptPasskey(isVerifying: false)
      _ = try passkey.registration(begun)
      let right: JSONObject = [
        "challenge_id": begun["challenge_id"] ?? nil, "binding_secret": secret, "method": "passkey",
        "response": .object(try passkey.authenticator.register()),
      ]
      for (name, value): (String, JSONValue?) in [
        // The challenge of the first factor has no passkey.
        ("challenge_id", first), ("method", "totp"), ("binding_secret", nil), ("response", nil),
        ("response", .object(try passkey.authenticator.authenticate())),
      ] {
        var wrong = right
        wrong[name] = value
        if name == "method" { wrong["code"] = "000000" }
        try await script.call("POST", Self.verify, wrong)
      }
      let session = try await script.call("POST", Self.verify, right)
      try await script.call("POST", Self.verify, right)
      let token = session["account_token"]?.string
      for path in ["user", "passkeys", "sessions", "second-factors"] {
        try await script.call("GET", "/v1/\(path)", token: token)
      }
      // The next sign-in needs the passkey, and adds no factor.
      let next = try await script.passwordStep()
      try await script.call("POST", Self.enroll, ["challenge_id": next, "method": "passkey"])
      // Alone, it is one factor, and another passkey would prove the same.
      let alone = try await script.signIn(&passkey)
      let (challenge, own) = try #require(alone.waiting)
      try await script.call(
        "POST", Self.enroll, ["challenge_id": challenge, "binding_secret": own, "method": "passkey"])
      // A visitor keeps the account, whose id is the user handle.
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let proof = try await script.ethereumProof(.throwaway())
      let wallet = try await script.call("POST", "/v1/ethereum/sign-in", proof, token: visitor.account)
      let options = try await script.call(
        "POST", Self.enroll,
        [
          "challenge_id": try #require(wallet.object?.waiting).challenge, "method": "passkey",
          "binding_secret": proof["binding_secret"] ?? nil,
        ], token: visitor.account)
      var other = try ScriptPasskey()
      _ = try other.registration(options)
      let answer: JSONObject = [
        "challenge_id": options["challenge_id"] ?? nil, "method": "passkey",
        "binding_secret": proof["binding_secret"] ?? nil,
        "response": .object(try other.authenticator.register()),
      ]
      // Without the visitor, another user would get the passkey.
      try await script.call("POST", Self.verify, answer)
      let kept = try await script.call("POST", Self.verify, answer, token: visitor.account)
      try await script.call("GET", "/v1/user", token: kept["account_token"]?.string)
    }
  }

  @Test(.timeLimit(.minutes(2))) func enrollmentOfWalletsAndVisitors() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let proof = try await script.ethereumProof(wallet)
      let waiting = try await script.call("POST", "/v1/ethereum/sign-in", proof, token: visitor.account)
      try await script.call("POST", "/v1/ethereum/sign-in", proof, token: visitor.account)
      let (challenge, _) = try #require(waiting.object?.waiting)
      let secret = proof["binding_secret"] ?? nil
      // Two sign-ups with one identity: the second one is void.
      let other = try await script.ethereumProof(wallet)
      let second = try await script.call("POST", "/v1/ethereum/sign-in", other)
      let session = try await script.enroll(challenge, secret, token: visitor.account)
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call("GET", "/v1/user", token: visitor.account)
      try await script.enroll(
        try #require(second.object?.waiting).challenge, other["binding_secret"] ?? nil)
    }
  }

  @Test(.timeLimit(.minutes(2))) func userNameSignsUpWithAnAuthenticator() async throws {
    try await compare(codes: [], identifiers: ["username"]) { script in
      let body: JSONObject = ["username": "lovelace", "password": "correct horse battery"]
      let (first, _) = try #require(
        try await script.call("POST", "/v1/password/sign-up", body).object?.waiting)
      let (second, _) = try #require(
        try await script.call("POST", "/v1/password/sign-up", body).object?.waiting)
      try await script.enroll(first, nil)
      try await script.enroll(second, nil)
      try await script.call("POST", "/v1/password/sign-up", body)
    }
  }

  @Test(.timeLimit(.minutes(2))) func sentCodes() async throws {
    try await compare { script in
      let token = try await script.userWithoutAuthenticator()
      let waiting = try await script.passwordStep()
      let send: JSONObject = ["purpose": "second_factor", "challenge_id": waiting]
      for body: JSONObject in [
        ["purpose": "second_factor"], ["purpose": "second_factor", "challenge_id": "nothing"],
        send.merging(patch: ["channel": "carrier pigeon"]), send.merging(patch: ["channel": 1]),
      ] {
        try await script.call("POST", "/v1/code/send", body)
      }
      try await script.call("POST", Self.enroll, ["challenge_id": waiting])
      let mail = try await script.call("POST", "/v1/code/send", send.merging(patch: ["channel": "email"]))
      let old = await script.contender.code("ada@example.com") ?? ""
      let text = try await script.call("POST", "/v1/code/send", send.merging(patch: ["channel": "sms"]))
      let code = await script.contender.code("+4915123456789") ?? ""
      let right: JSONObject = [
        "challenge_id": text["challenge_id"] ?? nil, "method": "code", "code": .string(code),
      ]
      for (name, value): (String, JSONValue?) in [
        ("challenge_id", waiting), ("challenge_id", mail["challenge_id"] ?? nil), ("method", "totp"),
        ("code", .string(old == code ? "no code" : old)),
      ] {
        var wrong = right
        wrong[name] = value
        try await script.call("POST", Self.verify, wrong)
      }
      let session = try await script.call("POST", Self.verify, right)
      try await script.call("POST", Self.verify, right)
      try await script.call("GET", "/v1/sessions", token: session["account_token"]?.string)
      // A session with a code can add an authenticator, because the user has none.
      try await script.call("POST", "/v1/second-factors/totp", [:], token: session["account_token"]?.string)
      try await script.call("GET", "/v1/user", token: token)
    }
  }

  @Test(.timeLimit(.minutes(2))) func sessionsWithoutAFactorAreNotRenewed() async throws {
    try await compare { script in
      let waiting = try #require(try await script.register("ada@example.com").waiting)
      let session = try await script.enroll(waiting.challenge, waiting.secret)
      let renewed = try #require(
        try await script.form("/v1/token", "grant_type=refresh_token&refresh_token=\(session.refresh ?? "")")
          .object)
      let list = try await script.call("GET", "/v1/second-factors", token: renewed.account)
      let id = list["items"]?[0]?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/second-factors/\(id)", token: renewed.account)
      try await script.form("/v1/token", "grant_type=refresh_token&refresh_token=\(renewed.refresh ?? "")")
      try await script.call("GET", "/v1/user", token: renewed.account)
      // An anonymous session has none and is renewed. Linking would register its user without one.
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let next = try #require(
        try await script.form("/v1/token", "grant_type=refresh_token&refresh_token=\(visitor.refresh ?? "")")
          .object)
      let link = try await script.ethereumProof(.throwaway(), for: .link, token: next.account)
      try await script.call("POST", "/v1/ethereum/link", link, token: next.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func newRecoveryCodesEndSessionsOfOldOnes() async throws {
    try await compare { script in
      let waiting = try #require(try await script.register("ada@example.com").waiting)
      let session = try await script.enroll(waiting.challenge, waiting.secret)
      let codes = (session["recovery_codes"]?.array ?? []).compactMap(\.string)
      let other = try await script.call(
        "POST", Self.verify,
        [
          "challenge_id": try await script.passwordStep(), "method": "recovery_code",
          "code": .string(codes.first ?? ""),
        ])
      try await script.call("POST", "/v1/recovery-codes", [:], token: session.account)
      try await script.call("GET", "/v1/user", token: other["account_token"]?.string)
      try await script.call("GET", "/v1/user", token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func channelOfTheFirstFactor() async throws {
    try await compare { script in
      try await script.userWithoutAuthenticator()
      let (secret, binding) = Script.binding()
      let sent = try await script.call(
        "POST", "/v1/code/send", ["email": "ada@example.com", "binding": binding])
      let code = await script.contender.code("ada@example.com") ?? ""
      let waiting = try await script.call(
        "POST", "/v1/code/sign-in",
        ["challenge_id": sent["challenge_id"] ?? nil, "code": .string(code), "binding_secret": secret])
      var send: JSONObject = [
        "purpose": "second_factor", "challenge_id": waiting["second_factor"]?["challenge_id"] ?? nil,
        "channel": "email",
      ]
      try await script.call("POST", "/v1/code/send", send)
      send["binding_secret"] = secret
      try await script.call("POST", "/v1/code/send", send)
      send["channel"] = nil
      let factor = try await script.call("POST", "/v1/code/send", send)
      let session = try await script.call(
        "POST", Self.verify,
        [
          "challenge_id": factor["challenge_id"] ?? nil, "method": "code", "binding_secret": secret,
          "code": .string(await script.contender.code("+4915123456789") ?? ""),
        ])
      try await script.call("GET", "/v1/sessions", token: session["account_token"]?.string)
    }
  }

  @Test(.timeLimit(.minutes(2))) func guessesOfAllCodesCountTogether() async throws {
    try await compare { script in
      try await script.userWithoutAuthenticator()
      let waiting = try await script.passwordStep()
      let send: JSONObject = ["purpose": "second_factor", "challenge_id": waiting]
      var last: JSONObject = [:]
      for channel: JSONValue in ["email", "sms"] {
        let sent = try await script.call("POST", "/v1/code/send", send.merging(patch: ["channel": channel]))
        let address = channel == "email" ? "ada@example.com" : "+4915123456789"
        let code = await script.contender.code(address) ?? ""
        last = [
          "challenge_id": sent["challenge_id"] ?? nil, "method": "code",
          "code": .string(code == "123456" ? "654321" : "123456"),
        ]
        for _ in 0..<(channel == "email" ? 3 : 2) { try await script.call("POST", Self.verify, last) }
        last["code"] = .string(code)
      }
      // The pause after five wrong codes.
      try await script.contender.wait(.milliseconds(1100))
      try await script.call("POST", Self.verify, last)
    }
  }
}

extension JSONObject {
  /// The challenge of a refused first factor, and the secret of the script's last binding if there is one.
  fileprivate var waiting: (challenge: JSONValue, secret: JSONValue)? {
    guard let challenge = self["second_factor"]?["challenge_id"] else { return nil }
    return (challenge, self["binding_secret"] ?? nil)
  }
}

extension Script {
  /// Signs up a user with two addresses and a password, and removes the authenticator of the sign-up.
  ///
  /// - Returns: The account token.
  @discardableResult fileprivate func userWithoutAuthenticator() async throws -> String? {
    let waiting = try #require(try await register("ada@example.com").waiting)
    let session = try await enroll(waiting.challenge, waiting.secret)
    let phone = try await codeAnswer(
      "/v1/code/send", ["phone_number": "+4915123456789", "purpose": "verify"], token: session.account)
    try await call("POST", "/v1/code/verify", phone, token: session.account)
    let list = try await call("GET", "/v1/second-factors", token: session.account)
    let id = list["items"]?[0]?["id"]?.string ?? ""
    try await call("DELETE", "/v1/second-factors/\(id)", token: session.account)
    return session.account
  }
}
