import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A user's app that signs in with codes and passwords.
struct TestCodes: Sendable {
  let server: TestServer
  let mailbox: TestMailbox
  let binding: TestBinding

  init(_ server: TestServer, _ mailbox: TestMailbox) throws {
    self.server = server
    self.mailbox = mailbox
    binding = try TestBinding()
  }

  /// Asks for a code.
  func send(
    to email: String, purpose: String = "sign_in", bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/code/send",
      ["email": .string(email), "purpose": .string(purpose), "binding": .string(binding.value)],
      bearer: bearer, fields: fields)
  }

  /// The body of a request that answers a challenge.
  func answer(_ challenge: TestAPI.Answer, _ code: String) -> JSONObject {
    [
      "challenge_id": challenge["challenge_id"], "code": .string(code),
      "binding_secret": .string(binding.secret),
    ]
  }

  func signIn(
    _ challenge: TestAPI.Answer, _ code: String, bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/code/sign-in", .object(answer(challenge, code)), bearer: bearer, fields: fields)
  }

  /// Signs in by email, from the request to the session.
  func signIn(_ email: String) async throws -> TestAPI.Answer {
    let challenge = try await send(to: email)
    return try await signIn(challenge, mailbox.next(to: email, .signInCode).code)
  }

  /// Signs up with a password, up to the request for the code.
  func signUp(_ email: String, _ password: String = Self.password) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/sign-up",
      ["email": .string(email), "password": .string(password), "binding": .string(binding.value)])
  }

  /// Signs up with a password, from the request to the session.
  func registered(_ email: String, _ password: String = Self.password) async throws -> TestAPI.Answer {
    let challenge = try await signUp(email, password)
    let code = try await mailbox.next(to: email, .signUpCode).code
    return try await server.api.send(.post, "/v1/code/verify", .object(answer(challenge, code)))
  }

  func signIn(
    _ identifier: String, password: String, bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/sign-in",
      ["identifier": .string(identifier), "password": .string(password)], bearer: bearer, fields: fields)
  }

  static let password = "eleven purple boots swim"

  /// Another code than the right one.
  static func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }
}
