import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// A wallet with its own key. It signs every message.
struct EthereumTestWallet: Sendable {
  let key: EthereumSecretKey

  init() {
    var generator = SystemRandomNumberGenerator()
    key = EthereumSecretKey(using: &generator)
  }

  var address: String { key.address.checksummed }

  func sign(_ message: String) throws -> String { try key.sign(PersonalMessage(message)).description }

  /// Requests a message from the server.
  func challenge(
    _ server: TestServer, _ binding: TestBinding, purpose: String = "sign_in",
    changing: JSONObject = JSONObject(),
    bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = [
      "address": .string(address), "chain_id": 1, "domain": .string(server.server.accountURL.authority),
      "uri": .string(server.origin), "purpose": .string(purpose), "binding": .string(binding.value),
    ]
    for member in changing { body[member.key] = member.value }
    return try await server.listening.send(
      .post, "/v1/ethereum/message", .object(body), bearer: bearer, fields: fields)
  }

  /// A signed message of the server: the body of a sign-in.
  func proof(
    _ server: TestServer, purpose: String = "sign_in", bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> JSONObject {
    let binding = try TestBinding()
    let message = try await challenge(server, binding, purpose: purpose, bearer: bearer, fields: fields)[
      "message"]
    guard let text = message.string else { throw UnexpectedAnswer() }
    return [
      "message": .string(text), "signature": .string(try sign(text)),
      "binding_secret": .string(binding.secret),
    ]
  }

  /// Signs in and returns the Session.
  func signIn(_ server: TestServer, bearer: String? = nil, fields: HTTPFields = [:]) async throws
    -> TestAPI.Answer
  {
    try await server.listening.send(
      .post, "/v1/ethereum/sign-in", .object(try await proof(server, fields: fields)), bearer: bearer,
      fields: fields)
  }
}

/// The server's answer does not allow the test to continue.
struct UnexpectedAnswer: Error {}
