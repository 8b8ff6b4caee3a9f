import Doorward
import DoorwardTesting
import Encodings
import Foundation
import Testing

/// The double answers the choice of codes as a second factor, and the sign-ins after it, as the built server does.
struct SameChosenCodesTests {
  private static let path = "/v1/second-factors/code"
  private static let verify = "/v1/second-factor/verify"

  private func compare(_ body: @Sendable (Script) async throws -> Void) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: ["password", "code", "siwe", "anonymous"], identifiers: ["email"],
        chosenCodes: ["email", "sms"]), body)
  }

  @Test(.timeLimit(.minutes(2))) func choice() async throws {
    try await compare { script in
      try await script.call("GET", "/v1/config")
      try await script.call("POST", Self.path, ["channel": "email"])
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      try await script.call("POST", Self.path, ["channel": "email"], token: visitor.account)
      let session = try await script.register("ada@example.com")
      for body: JSONObject in [
        [:], ["channel": 1], ["channel": "pigeon"], ["channel": "sms"], ["channel": "email"],
        ["channel": "email"],
      ] {
        try await script.call("POST", Self.path, body, token: session.account)
      }
      for path in ["second-factors", "user/export"] {
        try await script.call("GET", "/v1/\(path)", token: session.account)
      }
      // The session has not proven the code.
      try await script.call("POST", "/v1/second-factors/totp", [:], token: session.account)
      try await script.call("POST", "/v1/recovery-codes", [:], token: session.account)
      // A user who signs in with codes to the address only.
      let code = try await script.codeAnswer("/v1/code/send", ["email": "eve@example.com"])
      let eve = try await script.call("POST", "/v1/code/sign-in", code)
      try await script.call("POST", Self.path, ["channel": "email"], token: eve["account_token"]?.string)
    }
  }

  @Test(.timeLimit(.minutes(2))) func signIn() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      try await script.call("POST", Self.path, ["channel": "email"], token: session.account)
      let proven = try await script.signInWithCode()
      let token = proven["account_token"]?.string
      try await script.call("GET", "/v1/sessions", token: token)
      // A new address takes the place of the old one.
      let change = try await script.codeAnswer(
        "/v1/code/send", ["email": "new@example.com", "purpose": "change"], token: token)
      try await script.call("POST", "/v1/code/verify", change, token: token)
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call("POST", "/v1/recovery-codes", [:], token: token)
      // A code to the address is one factor, and no other follows.
      let code = try await script.codeAnswer("/v1/code/send", ["email": "new@example.com"])
      let alone = try await script.call("POST", "/v1/code/sign-in", code)
      try await script.call("POST", "/v1/recovery-codes", [:], token: alone["account_token"]?.string)
      let list = try await script.call("GET", "/v1/second-factors", token: token)
      let id = list["items"]?[0]?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/second-factors/\(id)", token: token)
      try await script.call("GET", "/v1/second-factors", token: token)
      try await script.call(
        "POST", "/v1/password/sign-in",
        ["identifier": "new@example.com", "password": "correct horse battery"])
    }
  }

  @Test(.timeLimit(.minutes(2))) func renewalByTheFirstFactorAlone() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      try await script.call("POST", Self.path, ["channel": "email"], token: session.account)
      let proven = try await script.signInWithCode()
      let code = try await script.codeAnswer("/v1/code/send", ["email": "ada@example.com"])
      let renewed = try await script.call(
        "POST", "/v1/code/sign-in", code, token: proven["account_token"]?.string)
      #expect(renewed["session_id"] == proven["session_id"])
      let token = renewed["account_token"]?.string
      try await script.call("GET", "/v1/sessions", token: token)
      // The session has lost the proof of the second factor.
      let refused = try await script.call("POST", "/v1/recovery-codes", [:], token: token)
      #expect(refused["code"] == "insufficient_user_authentication")
    }
  }

  @Test(.timeLimit(.minutes(2))) func codesThatDoNotWork() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let chosen = try await script.call("POST", Self.path, ["channel": "email"], token: session.account)
      for recovery in chosen["recovery_codes"]?.array ?? [] {
        try await script.call(
          "POST", Self.verify,
          ["challenge_id": try await script.passwordStep(), "method": "recovery_code", "code": recovery])
      }
      // The code of the reset goes to the address of the second factor.
      var reset = try await script.codeAnswer("/v1/password/reset", ["identifier": "ada@example.com"])
      reset["new_password"] = "a long new password"
      let refused = try await script.call("POST", "/v1/password/reset/confirm", reset)
      #expect(refused["code"] == "second_factor_unavailable")
      try await script.passwordStep()
    }
    try await SameAnswers.compare(
      Contender.Setup(methods: ["password", "code"], identifiers: ["email"], factorCodes: ["email"])
    ) { script in
      let waiting = try await script.register("ada@example.com")
      let session = try await script.enroll(
        waiting["second_factor"]?["challenge_id"] ?? .null, waiting["binding_secret"] ?? nil)
      try await script.call("POST", Self.path, ["channel": "email"], token: session.account)
      let list = try await script.call("GET", "/v1/second-factors", token: session.account)
      for recovery in session["recovery_codes"]?.array ?? [] {
        try await script.call(
          "POST", Self.verify,
          ["challenge_id": try await script.passwordStep(), "method": "recovery_code", "code": recovery])
      }
      let id = list["items"]?[0]?["id"]?.string ?? ""
      try await script.call("DELETE", "/v1/second-factors/\(id)", token: session.account)
      let code = try await script.codeAnswer("/v1/code/send", ["email": "ada@example.com"])
      let refused = try await script.call("POST", "/v1/code/sign-in", code)
      #expect(refused["code"] == "second_factor_unavailable")
    }
  }
}

extension Script {
  /// Signs in with the password and a code, after a wrong one.
  @discardableResult fileprivate func signInWithCode() async throws -> JSONValue {
    let sent = try await call(
      "POST", "/v1/code/send", ["purpose": "second_factor", "challenge_id": try await passwordStep()])
    let code = await contender.code("ada@example.com") ?? ""
    var proof: JSONObject = [
      "challenge_id": sent["challenge_id"] ?? nil, "method": "code",
      "code": .string(code == "123456" ? "654321" : "123456"),
    ]
    try await call("POST", "/v1/second-factor/verify", proof)
    proof["code"] = .string(code)
    return try await call("POST", "/v1/second-factor/verify", proof)
  }
}
