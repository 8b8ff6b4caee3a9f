import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Foundation
import Testing

/// The double answers calls about second factors as the built server does.
struct SameSecondFactorsTests {
  private static let methods = ["password", "code", "siwe", "anonymous"]
  private static let verify = "/v1/second-factor/verify"

  private func compare(_ body: @Sendable (Script) async throws -> Void) async throws {
    try await SameAnswers.compare(Contender.Setup(methods: Self.methods, identifiers: ["email"]), body)
  }

  @Test(.timeLimit(.minutes(2))) func enrollment() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let token = session.account
      try await script.call("GET", "/v1/second-factors")
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call("POST", "/v1/second-factors/totp", [:])
      try await script.call("POST", "/v1/second-factors/totp", token: token)
      try await script.call("POST", "/v1/recovery-codes", [:], token: token)
      let begun = try await script.call("POST", "/v1/second-factors/totp", [:], token: token)
      let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
      let right: JSONObject = [
        "challenge_id": begun["challenge_id"] ?? nil,
        "code": .string(try authenticator.code(at: script.contender.now())),
      ]
      let path = "/v1/second-factors/totp/confirm"
      for (name, value): (String, JSONValue?) in [
        ("challenge_id", nil), ("challenge_id", "nothing"), ("code", nil), ("code", "12 34"), ("code", 1),
      ] {
        var wrong = right
        wrong[name] = value
        try await script.call("POST", path, wrong, token: token)
      }
      let other = try await script.signIn()
      try await script.call("POST", path, right)
      try await script.call("POST", path, right, token: other.account)
      try await script.call("POST", path, right, token: token)
      try await script.call("POST", path, right, token: token)
      try await script.addAuthenticator(session)
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call("GET", "/v1/user/export", token: token)
      try await script.call("POST", "/v1/recovery-codes", token: token)
      try await script.call("POST", "/v1/recovery-codes", [:], token: token)
    }
  }

  @Test(.timeLimit(.minutes(2))) func mostFactors() async throws {
    try await compare { script in
      let session = try await script.signIn()
      for _ in 0..<10 { try await script.addAuthenticator(session) }
      try await script.call("POST", "/v1/second-factors/totp", [:], token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInWithAPassword() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let (authenticator, codes) = try await script.addAuthenticator(session)
      let waiting = try await script.passwordStep()
      let code = try authenticator.code(at: script.contender.now().addingTimeInterval(30))
      let right: JSONObject = ["challenge_id": waiting, "method": "totp", "code": .string(code)]
      for (name, value): (String, JSONValue?) in [
        ("challenge_id", nil), ("challenge_id", "nothing"), ("method", nil), ("method", "passkey"),
        ("code", nil), ("code", "no code"),
      ] {
        var wrong = right
        wrong[name] = value
        try await script.call("POST", Self.verify, wrong)
      }
      let key = ["Idempotency-Key": "one"]
      let signedIn = try await script.call("POST", Self.verify, right, headers: key)
      try await script.call("POST", Self.verify, right, headers: key)
      try await script.call("POST", Self.verify, right)
      try await script.call("GET", "/v1/sessions", token: signedIn["account_token"]?.string)
      // Each code works once.
      let next = try await script.passwordStep()
      var again = right
      again["challenge_id"] = next
      try await script.call("POST", Self.verify, again)
      let recovery: JSONObject = [
        "challenge_id": next, "method": "recovery_code", "code": .string(codes[0].lowercased()),
      ]
      try await script.call("POST", Self.verify, recovery)
      try await script.call("POST", Self.verify, recovery)
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInWithAWalletOrCode() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      let (_, codes) = try await script.addAuthenticator(session)
      let proof = try await script.ethereumProof(wallet)
      let waiting = try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      var answer: JSONObject = [
        "challenge_id": waiting["second_factor"]?["challenge_id"] ?? nil, "method": "recovery_code",
        "code": .string(codes[0]),
      ]
      try await script.call("POST", Self.verify, answer)
      answer["binding_secret"] = "short"
      try await script.call("POST", Self.verify, answer)
      answer["binding_secret"] = Script.binding().secret
      try await script.call("POST", Self.verify, answer)
      answer["binding_secret"] = proof["binding_secret"]
      try await script.call("POST", Self.verify, answer)
      // The wallet does not move by its key alone.
      let other = try await script.signIn()
      let link = try await script.ethereumProof(wallet, for: .link, token: other.account)
      try await script.call("POST", "/v1/ethereum/link", link, token: other.account)
      var move = try await script.ethereumProof(wallet, for: .move, token: other.account)
      move["move"] = true
      try await script.call("POST", "/v1/ethereum/link", move, token: other.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func resetAndChangedPassword() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let (_, codes) = try await script.addAuthenticator(session)
      let early = try await script.passwordStep()
      let (secret, binding) = Script.binding()
      let reset = try await script.call(
        "POST", "/v1/password/reset", ["identifier": "ada@example.com", "binding": binding])
      let confirmed = try await script.call(
        "POST", "/v1/password/reset/confirm",
        [
          "challenge_id": reset["challenge_id"] ?? nil, "binding_secret": secret,
          "code": .string(await script.contender.code("ada@example.com") ?? ""),
          "new_password": "a long new password",
        ])
      // The old password holds until the second factor is proven.
      _ = try await script.passwordStep()
      try await script.call(
        "POST", Self.verify,
        [
          "challenge_id": confirmed["second_factor"]?["challenge_id"] ?? nil, "method": "recovery_code",
          "code": .string(codes[0]), "binding_secret": secret,
        ])
      try await script.call(
        "POST", "/v1/password/sign-in",
        ["identifier": "ada@example.com", "password": "correct horse battery"])
      // A first step from before the change is void.
      try await script.call(
        "POST", Self.verify,
        ["challenge_id": early, "method": "recovery_code", "code": .string(codes[1])])
      try await script.call("GET", "/v1/user", token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func changesNeedTheSecondFactor() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let plain = try await script.call(
        "POST", "/v1/password/sign-in",
        ["identifier": "ada@example.com", "password": "correct horse battery"])
      let token = plain["account_token"]?.string
      let (_, codes) = try await script.addAuthenticator(session)
      let list = try await script.call("GET", "/v1/second-factors", token: token)
      let id = list["items"]?[0]?["id"]?.string ?? ""
      try await script.call("POST", "/v1/second-factors/totp", [:], token: token)
      try await script.call("POST", "/v1/recovery-codes", [:], token: token)
      try await script.call("DELETE", "/v1/second-factors/\(id)", token: token)
      try await script.call("DELETE", "/v1/second-factors/nothing", token: token)
      // The other changes of the account's protection do so too.
      try await script.call("DELETE", "/v1/user", token: token)
      try await script.call("PATCH", "/v1/user", ["username": "lovelace"], token: token)
      try await script.call("PATCH", "/v1/user", ["name": "Ada"], token: token)
      let user = try await script.call("GET", "/v1/user", token: token)
      let identity = user["identities"]?[0]?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/user/identities/\(identity)", token: token)
      try await script.call(
        "POST", "/v1/password/change",
        ["current_password": "correct horse battery", "new_password": "a long new password"], token: token)
      let wallet = EthereumSecretKey.throwaway()
      let link = try await script.ethereumProof(wallet, for: .link, token: token)
      try await script.call("POST", "/v1/ethereum/link", link, token: token)
      let change = try await script.codeAnswer(
        "/v1/code/send", ["email": "eve@example.com", "purpose": "change"], token: token)
      try await script.call("POST", "/v1/code/verify", change, token: token)
      // A sign-in with both factors that carries the token reauthenticates the session.
      try await script.call(
        "POST", Self.verify,
        [
          "challenge_id": try await script.passwordStep(), "method": "recovery_code",
          "code": .string(codes[0]),
        ], token: token)
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call("DELETE", "/v1/second-factors/nothing", token: token)
      try await script.call(
        "DELETE", "/v1/second-factors/00000000-0000-4000-8000-000000000000", token: token)
      try await script.call("DELETE", "/v1/second-factors/\(id)")
      try await script.call("DELETE", "/v1/second-factors/\(id)", token: token)
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call(
        "POST", "/v1/password/sign-in",
        ["identifier": "ada@example.com", "password": "correct horse battery"])
    }
  }

  @Test(.timeLimit(.minutes(2))) func anonymousUser() async throws {
    try await compare { script in
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      try await script.call("GET", "/v1/second-factors", token: visitor.account)
      try await script.call("POST", "/v1/second-factors/totp", [:], token: visitor.account)
      try await script.call("POST", "/v1/recovery-codes", [:], token: visitor.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func guesses() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let (_, codes) = try await script.addAuthenticator(session)
      let waiting = try await script.passwordStep()
      var answer: JSONObject = [
        "challenge_id": waiting, "method": "recovery_code", "code": "no code",
      ]
      for _ in 0..<5 { try await script.call("POST", Self.verify, answer) }
      // The pause after five wrong codes.
      try await script.contender.wait(.milliseconds(1100))
      answer["code"] = .string(codes[0])
      try await script.call("POST", Self.verify, answer)
      answer["challenge_id"] = try await script.passwordStep()
      try await script.call("POST", Self.verify, answer)
    }
  }
}
