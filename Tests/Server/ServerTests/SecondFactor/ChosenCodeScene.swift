import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A user with a password and an email address, who can choose codes by email or SMS as a second factor.
///
/// `default` offers codes by email and requires no second factor, `plain` offers none, and `bank` requires a second factor
/// and accepts codes by SMS only.
struct ChosenCodeScene {
  static let email = "ada@example.com"

  let server: TestServer
  let codes: TestCodes
  /// A session that was opened before the choice.
  let session: TestAPI.Answer

  func firstStep(
    _ application: String = "default", on device: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var fields = device
    fields["Doorward-Application"] = application
    return try await server.api.send(
      .post, "/v1/password/sign-in",
      ["identifier": .string(Self.email), "password": .string(TestCodes.password)], fields: fields)
  }

  func choose(_ channel: String = "email", _ bearer: String? = nil) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/second-factors/code", ["channel": .string(channel)], bearer: bearer ?? session.account)
  }

  /// Sends the code of the second step.
  func sendCode(
    _ waiting: TestAPI.Answer, _ application: String = "default", on device: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var fields = device
    fields["Doorward-Application"] = application
    return try await server.api.send(
      .post, "/v1/code/send",
      ["purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null],
      fields: fields)
  }

  func verify(
    _ sent: TestAPI.Answer, _ code: String, _ application: String = "default"
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/second-factor/verify",
      ["challenge_id": sent["challenge_id"], "method": "code", "code": .string(code)],
      fields: ["Doorward-Application": application])
  }

  /// Signs in with the password and a code.
  func signIn(
    _ application: String = "default", codeTo address: String = Self.email
  ) async throws -> TestAPI.Answer {
    let waiting = try await firstStep(application)
    #expect(waiting.code == "second_factor_required")
    let sent = try await sendCode(waiting, application)
    return try await verify(
      sent, codes.mailbox.next(to: address, .secondFactorCode).code, application)
  }

  func factors(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/v1/second-factors", bearer: session.account)
  }

  static func withUser(_ settings: JSONObject = [:], _ body: (Self) async throws -> Void) async throws {
    let applications: JSONObject = [
      "applications": [
        ["id": "default", "second_factor": ["codes": ["email"]]], ["id": "plain"],
        ["id": "bank", "second_factor": ["required": true, "codes": ["sms"]]],
      ]
    ]
    try await TestServer.runWithMail(applications.merging(patch: settings)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.email)
      server.clock.advance(by: 1)
      try await body(Self(server: server, codes: codes, session: session))
    }
  }
}
