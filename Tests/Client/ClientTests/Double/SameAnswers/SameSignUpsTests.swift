import Doorward
import Encodings
import EthereumSignatures
import Testing

/// The double accepts new users, refuses banned ones and pauses between codes as the built server does.
struct SameSignUpsTests {
  private static let methods = ["password", "code", "passkey", "siwe", "anonymous"]
  private static let password: JSONValue = "correct horse battery"

  private func compare(
    signUp: String = "open", domains: [String]? = nil, factorCodes: [String]? = nil, codePause: Int64 = 0,
    _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: Self.methods, identifiers: ["email", "phone_number", "username"], factorCodes: factorCodes,
        signUp: signUp, emailDomains: domains, codePause: codePause), body)
  }

  /// Every way to sign up, by a stranger and by an anonymous user.
  private func tryEachWay(_ script: Script) async throws {
    try await script.call("GET", "/v1/config")
    let visitor = try await script.call("POST", "/v1/anonymous", [:])["account_token"]?.string
    for token in [nil, visitor] {
      for member in ["email", "phone_number", "username"] {
        let values = ["email": "eve@example.org", "phone_number": "+4915123456789", "username": "lovelace"]
        let (_, binding) = Script.binding()
        try await script.call(
          "POST", "/v1/password/sign-up",
          [
            member: values[member].map(JSONValue.string) ?? nil, "password": Self.password,
            "binding": binding,
          ],
          token: token)
      }
      try await script.creationOptions(ScriptPasskey(), token: token)
      try await script.call(
        "POST", "/v1/ethereum/sign-in", try await script.ethereumProof(.throwaway()), token: token)
    }
    try await script.call(
      "POST", "/v1/ethereum/link", try await script.ethereumProof(.throwaway(), for: .link, token: visitor),
      token: visitor)
    // An address without an account gets no code, and the same answer.
    let (secret, binding) = Script.binding()
    let sent = try await script.call(
      "POST", "/v1/code/send", ["email": "eve@example.net", "binding": binding])
    try await script.call(
      "POST", "/v1/code/sign-in",
      ["challenge_id": sent["challenge_id"] ?? nil, "binding_secret": secret, "code": "123456"])
  }

  @Test(.timeLimit(.minutes(2)), arguments: [nil, ["email"]]) func closed(factorCodes: [String]?) async throws
  {
    try await compare(signUp: "closed", factorCodes: factorCodes) { try await tryEachWay($0) }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [nil, ["email"]]) func invited(factorCodes: [String]?)
    async throws
  {
    try await compare(signUp: "invited", factorCodes: factorCodes) { script in
      try await tryEachWay(script)
    }
  }

  @Test(.timeLimit(.minutes(2))) func invitation() async throws {
    try await compare(signUp: "invited") { script in
      try await script.contender.invite("ada@example.com")
      let session = try await script.register("ada@example.com", ["name": "Ada"])
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "ada@example.com", "password": Self.password])
      // An existing user adds an address without an invitation, and a visitor is invited by a code.
      let phone = try await script.codeAnswer(
        "/v1/code/send", ["phone_number": "+4915123456780", "purpose": "verify"], token: session.account)
      try await script.call("POST", "/v1/code/verify", phone, token: session.account)
      try await script.contender.invite("bob@example.com")
      let visitor = try await script.call("POST", "/v1/anonymous", [:])["account_token"]?.string
      let code = try await script.codeAnswer("/v1/code/send", ["email": "bob@example.com"])
      try await script.call("POST", "/v1/code/sign-in", code, token: visitor)
    }
  }

  @Test(.timeLimit(.minutes(2))) func emailDomains() async throws {
    try await compare(domains: ["example.com"]) { script in
      try await tryEachWay(script)
      try await script.register("ada@example.com")
      let code = try await script.codeAnswer("/v1/code/send", ["email": "bob@example.com"])
      try await script.call("POST", "/v1/code/sign-in", code)
    }
  }

  @Test(.timeLimit(.minutes(2))) func bans() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      let other = try await script.register("ada@example.com")
      let id = try #require(session["user"]?["id"]?.string)
      let ada = try #require(other["user"]?["id"]?.string)
      for user in [id, ada] { try await script.contender.ban(user) }
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(session.refresh ?? "")")
      let proof = try await script.ethereumProof(wallet)
      for _ in 0..<2 { try await script.call("POST", "/v1/ethereum/sign-in", proof) }
      for password: JSONValue in ["not the password", Self.password] {
        try await script.call(
          "POST", "/v1/password/sign-in", ["identifier": "ada@example.com", "password": password])
      }
      let code = try await script.codeAnswer("/v1/code/send", ["email": "ada@example.com"])
      try await script.call("POST", "/v1/code/sign-in", code)
      let reset = try await script.codeAnswer("/v1/password/reset", ["identifier": "ada@example.com"])
      try await script.call(
        "POST", "/v1/password/reset/confirm", reset.merging(patch: ["new_password": "a long new password"]))
      // The wallet does not leave the banned account.
      let thief = try await script.signIn()
      for purpose in [ProofPurpose.link, .move] {
        let body = try await script.ethereumProof(wallet, for: purpose, token: thief.account)
        try await script.call(
          "POST", "/v1/ethereum/link", body.merging(patch: ["move": .bool(purpose == .move)]),
          token: thief.account)
      }
      for user in [id, ada] { try await script.contender.unban(user) }
      try await script.signIn(wallet)
      try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "ada@example.com", "password": Self.password])
    }
  }

  @Test(.timeLimit(.minutes(2))) func banDuringASecondFactor() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let (_, recovery) = try await script.addAuthenticator(session)
      let waiting = try await script.passwordStep()
      try await script.contender.ban(try #require(session["user"]?["id"]?.string))
      let body: JSONObject = [
        "challenge_id": waiting, "method": "recovery_code", "code": .string(recovery.first ?? ""),
      ]
      try await script.call("POST", "/v1/second-factor/verify", body)
      try await script.passwordStep()
    }
  }

  @Test(.timeLimit(.minutes(2))) func pauseAfterACode() async throws {
    try await compare(codePause: 3600) { script in
      for address in ["ada@example.com", "ada@example.com", "Ada@Example.com", "bob@example.com"] {
        let (_, binding) = Script.binding()
        try await script.call("POST", "/v1/code/send", ["email": .string(address), "binding": binding])
      }
      for _ in 0..<2 {
        let (_, binding) = Script.binding()
        try await script.call(
          "POST", "/v1/password/sign-up",
          ["email": "eve@example.com", "password": Self.password, "binding": binding])
      }
      for identifier: JSONValue in ["mallory@example.com", "mallory@example.com"] {
        try await script.call("POST", "/v1/password/reset", ["identifier": identifier])
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func pauseAfterTheCodeOfASecondFactor() async throws {
    try await compare(factorCodes: ["email"], codePause: 3600) { script in
      // A wallet proves the first factor, so that a code by email may be the second.
      let wallet = EthereumSecretKey.throwaway()
      let proof = try await script.ethereumProof(wallet)
      let waiting = try await script.call("POST", "/v1/ethereum/sign-in", proof)
      let session = try await script.enroll(
        waiting["second_factor"]?["challenge_id"] ?? nil, proof["binding_secret"])
      let sent = try await script.codeAnswer(
        "/v1/code/send", ["email": "ada@example.com", "purpose": "verify"], token: session.account)
      try await script.call("POST", "/v1/code/verify", sent, token: session.account)
      let factors = try await script.call("GET", "/v1/second-factors", token: session.account)
      let factor = factors["items"]?.array?.first?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/second-factors/\(factor)", token: session.account)
      let again = try await script.ethereumProof(wallet)
      let second = try await script.call("POST", "/v1/ethereum/sign-in", again)
      var body: JSONObject = [
        "purpose": "second_factor", "challenge_id": second["second_factor"]?["challenge_id"] ?? nil,
      ]
      body["binding_secret"] = again["binding_secret"]
      for _ in 0..<2 { try await script.call("POST", "/v1/code/send", body) }
    }
  }
}
