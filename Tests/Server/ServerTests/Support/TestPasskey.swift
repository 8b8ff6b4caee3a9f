import DoorwardCiphers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing

/// A user's passkey in a software authenticator, and the requests of a client that uses it.
struct TestPasskey {
  static let relyingPartyID = "example.org"
  static let origin = "https://example.org"

  /// The settings of a server whose application offers passkeys.
  static func settings(_ members: JSONObject = [:]) -> JSONObject {
    var application: JSONObject = [
      "id": "default", "methods": ["siwe", "passkey"],
      "passkeys": ["rp_id": .string(relyingPartyID), "origins": [.string(origin)]],
    ]
    for member in members { application[member.key] = member.value }
    return ["applications": [.object(application)], "rate_limits": limits]
  }

  private static let limits: JSONValue = [
    "sign_in_per_minute": 10_000, "challenge_per_minute": 10_000, "code_pause": 0,
    "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000,
  ]

  let server: TestServer
  let binding: TestBinding
  var authenticator: SoftwareAuthenticator

  /// - Parameters:
  ///   - server: the server.
  ///   - isVerifying: whether the authenticator verifies its user.
  /// - Throws: the errors of OpenSSL.
  init(_ server: TestServer, isVerifying: Bool = true) throws {
    self.server = server
    binding = try TestBinding()
    authenticator = try SoftwareAuthenticator(context: OpenSSLContext())
    authenticator.credentialID = try SecureRandom.bytes(32)
    authenticator.flags = isVerifying ? 0b101 : 0b001
  }

  /// The id of the credential as the contract writes it.
  var id: String { Base64URL.encode(authenticator.credentialID) }

  // MARK: Steps

  func registrationOptions(bearer: String? = nil, name: String? = nil) async throws -> TestAPI.Answer {
    var body: JSONObject = ["binding": .string(binding.value)]
    body["name"] = name.map(JSONValue.string)
    return try await server.api.send(
      .post, "/v1/passkeys/registration/options", .object(body), bearer: bearer)
  }

  func authenticationOptions() async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/passkeys/authentication/options", ["binding": .string(binding.value)])
  }

  /// The body that registers the passkey: its response to the options.
  mutating func registration(_ options: TestAPI.Answer) throws -> JSONObject {
    try take(options)
    authenticator.userHandle = try Base64URL.decode(
      #require(options.json["user"]?["id"]?.string))
    return try answering(options, authenticator.register())
  }

  /// The body that signs in.
  mutating func authentication(_ options: TestAPI.Answer) throws -> JSONObject {
    try take(options)
    if authenticator.signCount > 0 { authenticator.signCount += 1 }
    return try answering(options, authenticator.authenticate())
  }

  private mutating func take(_ options: TestAPI.Answer) throws {
    authenticator.challenge = try Base64URL.decode(#require(options["challenge"].string))
  }

  /// A response with the members of the contract.
  func answering(_ options: TestAPI.Answer, _ response: JSONObject) throws -> JSONObject {
    var body = response
    body["challenge_id"] = options["challenge_id"]
    body["binding_secret"] = .string(binding.secret)
    return body
  }

  // MARK: Journeys

  /// Signs up with this passkey alone.
  mutating func signUp(name: String? = nil) async throws -> TestAPI.Answer {
    try await register(registration(registrationOptions(name: name)))
  }

  /// Adds the passkey to the user of a session.
  mutating func add(to bearer: String) async throws -> TestAPI.Answer {
    try await register(registration(registrationOptions(bearer: bearer)), bearer: bearer)
  }

  /// Signs in, or signs in again in the session of `bearer`.
  mutating func signIn(bearer: String? = nil) async throws -> TestAPI.Answer {
    try await signIn(authentication(authenticationOptions()), bearer: bearer)
  }

  func register(_ body: JSONObject, bearer: String? = nil) async throws -> TestAPI.Answer {
    try await server.api.send(.post, "/v1/passkeys/registration", .object(body), bearer: bearer)
  }

  func signIn(_ body: JSONObject, bearer: String? = nil) async throws -> TestAPI.Answer {
    try await server.api.send(.post, "/v1/passkeys/authentication", .object(body), bearer: bearer)
  }

  /// Proves the second factor of a waiting sign-in.
  mutating func verify(_ waiting: TestAPI.Answer) async throws -> TestAPI.Answer {
    let factor = waiting["second_factor"]
    authenticator.challenge = try Base64URL.decode(#require(factor["passkey"]?["challenge"]?.string))
    return try await server.api.send(
      .post, "/v1/second-factor/verify",
      [
        "challenge_id": factor["challenge_id"] ?? .null, "method": "passkey",
        "response": .object(authenticator.authenticate()),
      ])
  }
}
