import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Testing

/// The double answers repeated requests as the built server does.
struct SameRepetitionsTests {
  private static let methods = ["password", "code", "siwe", "anonymous"]
  private static let password: JSONValue = "correct horse battery"
  private static let keys: [[String: String]] = [
    ["Idempotency-Key": "0f0bb2a0-40a5-4e0b-a4a2-1f5d7b4a9f11"],
    ["Idempotency-Key": "5cf4d5f0-3a5f-4c7e-9a55-8a9b1a6a2f02"], [:],
  ]

  private func compare(_ body: @Sendable (Script) async throws -> Void) async throws {
    try await SameAnswers.compare(
      Contender.Setup(methods: Self.methods, identifiers: ["email", "username"], chosenCodes: ["email"]), body
    )
  }

  /// Sends a request twice with its key, then with another key and without one.
  private func repeating(
    _ script: Script, _ path: String, _ body: JSONObject, token: String? = nil
  ) async throws {
    for headers in Self.keys[..<1] + Self.keys {
      try await script.call("POST", path, body, token: token, headers: headers)
    }
  }

  @Test(.timeLimit(.minutes(2))) func passwordsAndVisitors() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      try await repeating(
        script, "/v1/password/sign-in", ["identifier": "ada@example.com", "password": Self.password])
      try await script.call("GET", "/v1/sessions", token: session.account)
      let name: JSONObject = ["username": "hopper", "password": Self.password]
      try await repeating(script, "/v1/password/sign-up", name)
      for password: JSONValue in ["another horse battery", Self.password] {
        try await script.call(
          "POST", "/v1/password/sign-up", ["username": "hopper", "password": password], headers: Self.keys[0])
      }
      try await repeating(script, "/v1/anonymous", [:])
      let key = ["Idempotency-Key": "short"]
      let first = try await script.call("POST", "/v1/anonymous", [:], headers: key)
      let second = try await script.call("POST", "/v1/anonymous", [:], headers: key)
      #expect(first["user"]?["id"] != second["user"]?["id"])
    }
  }

  @Test(.timeLimit(.minutes(2))) func identities() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let proof = try await script.ethereumProof(.throwaway(), for: .link, token: session.account)
      try await repeating(script, "/v1/ethereum/link", proof, token: session.account)
      let change = try await script.codeAnswer(
        "/v1/code/send", ["email": "lovelace@example.com", "purpose": "change"], token: session.account)
      try await repeating(script, "/v1/code/verify", change, token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func changesOfPasswords() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let new: JSONValue = "another horse battery staple"
      try await repeating(
        script, "/v1/password/change", ["current_password": Self.password, "new_password": new],
        token: session.account)
      try await script.call(
        "POST", "/v1/password/change", ["current_password": new, "new_password": Self.password],
        token: session.account, headers: Self.keys[0])
    }
  }

  /// A sign-in that renews the caller's session, and a first step that waits for a second factor.
  @Test(.timeLimit(.minutes(2))) func signInsWithoutNewSession() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      func proof() async throws -> JSONObject { try await script.ethereumProof(wallet) }
      let session = try #require(
        try await script.call("POST", "/v1/ethereum/sign-in", try await proof()).object)
      try await repeating(script, "/v1/ethereum/sign-in", try await proof(), token: session.account)
      try await script.call("GET", "/v1/sessions", token: session.account)
      let own = try await script.ethereumProof(wallet, for: .link, token: session.account)
      try await repeating(script, "/v1/ethereum/link", own, token: session.account)
      let begun = try await script.call("POST", "/v1/second-factors/totp", [:], token: session.account)
      let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
      let code = try authenticator.code(at: script.contender.now())
      try await script.call(
        "POST", "/v1/second-factors/totp/confirm",
        ["challenge_id": begun["challenge_id"] ?? nil, "code": .string(code)], token: session.account)
      try await repeating(script, "/v1/ethereum/sign-in", try await proof())
    }
  }

  @Test(.timeLimit(.minutes(2))) func secondFactors() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let begun = try await script.call("POST", "/v1/second-factors/totp", [:], token: session.account)
      let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
      let code = try authenticator.code(at: script.contender.now())
      let confirmation: JSONObject = ["challenge_id": begun["challenge_id"] ?? nil, "code": .string(code)]
      try await repeating(script, "/v1/second-factors/totp/confirm", confirmation, token: session.account)
      try await script.call("POST", "/v1/recovery-codes", [:], token: session.account)
      try await script.call(
        "POST", "/v1/second-factors/totp/confirm", confirmation, token: session.account, headers: Self.keys[0]
      )
      let other = try await script.register("eve@example.com")
      try await repeating(script, "/v1/second-factors/code", ["channel": "email"], token: other.account)
    }
  }
}
