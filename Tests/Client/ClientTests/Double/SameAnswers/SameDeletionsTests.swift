import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Foundation
import NEAR
import NEARSignatures
import Testing

/// The double keeps and deletes accounts as the built server does.
struct SameDeletionsTests {
  private func compare(_ body: @Sendable (Script) async throws -> Void) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: ["password", "code", "siwe", "near", "anonymous"], identifiers: ["email", "username"]), body)
  }

  /// Repeats a refused request with values of `keep_account`, the right one last.
  private static func keep(
    _ script: Script, _ path: String, _ proof: JSONObject, token: String? = nil
  ) async throws -> JSONObject {
    var proof = proof
    for value: JSONValue? in [nil, "yes", false] {
      proof["keep_account"] = value
      try await script.call("POST", path, proof, token: token)
    }
    proof["keep_account"] = true
    return try #require(try await script.call("POST", path, proof, token: token).object)
  }

  @Test(.timeLimit(.minutes(2))) func walletsKeepTheAccount() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      try await script.call("DELETE", "/v1/user", token: session.access)
      try await script.call("DELETE", "/v1/user", token: session.account)
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call("DELETE", "/v1/user", token: session.account)
      try await script.form("/v1/token", "grant_type=refresh_token&refresh_token=\(session.refresh ?? "")")
      let proof = try await script.ethereumProof(wallet)
      let kept = try await Self.keep(script, "/v1/ethereum/sign-in", proof)
      try await script.call("GET", "/v1/user/export", token: kept.account)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.signIn(wallet)
      // A sign-in that keeps nothing may have the member.
      var other = try await script.ethereumProof(.throwaway())
      other["keep_account"] = true
      try await script.call("POST", "/v1/ethereum/sign-in", other)
      let key = try NEARSecretKey.throwaway()
      let near = try await script.call("POST", "/v1/near/sign-in", script.nearProof(key))
      try await script.call("DELETE", "/v1/user", token: near["account_token"]?.string)
      _ = try await Self.keep(script, "/v1/near/sign-in", script.nearProof(key))
    }
  }

  @Test(.timeLimit(.minutes(2))) func passwordsAndCodesKeepTheAccount() async throws {
    try await compare { script in
      let first = try await script.register("ada@example.com")
      try await script.call("DELETE", "/v1/user", token: first.account)
      let password: JSONObject = ["identifier": "ada@example.com", "password": "correct horse battery"]
      var wrong = password
      wrong["password"] = "not the password"
      wrong["keep_account"] = true
      try await script.call("POST", "/v1/password/sign-in", wrong)
      let second = try await Self.keep(script, "/v1/password/sign-in", password)
      try await script.call("DELETE", "/v1/user", token: second.account)
      let code = try await script.codeAnswer("/v1/code/send", ["email": "ada@example.com"])
      let third = try await Self.keep(script, "/v1/code/sign-in", code)
      try await script.call("POST", "/v1/code/sign-in", code)
      try await script.call("DELETE", "/v1/user", token: third.account)
      // The address of the account is taken until the account is deleted.
      try await script.call(
        "POST", "/v1/password/sign-up", ["email": "ada@example.com", "password": "correct horse battery"])
      var reset = try await script.codeAnswer("/v1/password/reset", ["identifier": "ada@example.com"])
      reset["new_password"] = "a long new password"
      _ = try await Self.keep(script, "/v1/password/reset/confirm", reset)
      try await script.call("POST", "/v1/password/sign-in", password)
    }
  }

  @Test(.timeLimit(.minutes(2))) func secondFactorShowsTheDeletion() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let (_, codes) = try await script.addAuthenticator(session)
      try await script.call("DELETE", "/v1/user", token: session.account)
      let answer: JSONObject = [
        "challenge_id": try await script.passwordStep(), "method": "recovery_code", "code": .string(codes[0]),
      ]
      let kept = try await Self.keep(script, "/v1/second-factor/verify", answer)
      try await script.call("GET", "/v1/second-factors", token: kept.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func anonymousUsers() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      try await script.call("DELETE", "/v1/user", token: session.account)
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let proof = try await script.ethereumProof(wallet)
      _ = try await Self.keep(script, "/v1/ethereum/sign-in", proof, token: visitor.account)
      try await script.call("GET", "/v1/user", token: visitor.account)
      // An anonymous user could not sign in again, and is deleted at once.
      try await script.call("DELETE", "/v1/user", token: visitor.account)
      try await script.call("GET", "/v1/user", token: visitor.account)
    }
  }
}
