import BinaryEncodings
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A user's authenticator app. It computes codes itself (RFC 6238), without the server's code.
struct TestAuthenticator: Sendable {
  let secret: [UInt8]
  let clock: TestClock
  /// The identifier of the factor.
  let id: String
  let recoveryCodes: [String]

  /// Adds an authenticator to the user of a session.
  static func add(_ server: TestServer, bearer: String) async throws -> TestAuthenticator {
    let begun = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: bearer)
    guard let text = begun["secret"].string else { throw UnexpectedAnswer() }
    let authenticator = TestAuthenticator(
      secret: try Base32.decode(text, padded: false), clock: server.clock, id: "", recoveryCodes: [])
    let confirmed = try await server.api.send(
      .post, "/v1/second-factors/totp/confirm",
      ["challenge_id": begun["challenge_id"], "code": .string(authenticator.code())], bearer: bearer)
    guard let id = confirmed["id"].string else { throw UnexpectedAnswer() }
    return TestAuthenticator(
      secret: authenticator.secret, clock: server.clock, id: id,
      recoveryCodes: confirmed["recovery_codes"].array?.compactMap(\.string) ?? [])
  }

  /// Adds an authenticator to a sign-in that waits, up to its first code.
  ///
  /// - Returns: the answer with the challenge that the code answers, and the authenticator.
  static func enroll(
    _ server: TestServer, in waiting: TestAPI.Answer, binding: TestBinding? = nil
  ) async throws -> (TestAPI.Answer, TestAuthenticator) {
    var body: JSONObject = ["challenge_id": waiting["second_factor"]["challenge_id"] ?? .null]
    body["binding_secret"] = (binding?.secret).map(JSONValue.string)
    let begun = try await server.api.send(.post, "/v1/second-factor/enroll", .object(body))
    guard let text = begun["secret"].string else { throw UnexpectedAnswer() }
    return (
      begun,
      TestAuthenticator(
        secret: try Base32.decode(text, padded: false), clock: server.clock, id: "", recoveryCodes: [])
    )
  }

  /// The code of this moment, or of a number of steps later.
  func code(_ steps: Int64 = 0) throws -> String {
    let step = Int64(clock.now.timeIntervalSince1970) / 30 + steps
    let hash = try HMACDigest.sha1.authenticationCode(
      for: withUnsafeBytes(of: step.bigEndian) { Array($0) }, key: secret)
    let offset = Int(hash[19] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    return String(String(number % 1_000_000 + 1_000_000).dropFirst())
  }

  /// A code of no step that the server accepts now.
  func wrongCode() throws -> String {
    let right = try (-2...2).map { try code($0) }
    return try #require(
      ["000000", "000001", "000002", "000003", "000004", "000005"].first { !right.contains($0) })
  }

  /// The code of the next step, at the time of that step.
  func nextCode() throws -> String {
    clock.advance(by: 30)
    return try code()
  }
}

extension TestAPI {
  /// Proves the second factor of a waiting sign-in.
  func verify(
    _ waiting: Answer, _ code: String, method: String = "totp", binding: TestBinding? = nil,
    bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> Answer {
    var body: JSONObject = [
      "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": .string(method),
      "code": .string(code),
    ]
    body["binding_secret"] = (binding?.secret).map(JSONValue.string)
    return try await send(.post, "/v1/second-factor/verify", .object(body), bearer: bearer, fields: fields)
  }
}
