import DoorwardCommandLine
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardWire
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Calls the HTTP contract of a server without a socket.
struct BenchClient: Sendable {
  let server: SocketlessServer

  /// A complete sign-in request that has not been sent.
  func readySignIn() async throws -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let key = EthereumSecretKey(using: &generator)
    let binding = ClientBinding()
    let challenge = try await post(WirePath.ethereumMessage, challengeBody(key.address, binding))
    guard let message = challenge["message"]?.string else {
      throw BenchFailure(reason: "there is no challenge")
    }
    let body: JSONValue = [
      "message": .string(message), "signature": .string("\(try key.sign(PersonalMessage(message)))"),
      "binding_secret": .string(binding.secret),
    ]
    return body.serialized()
  }

  func challengeBody(_ address: EthereumAddress, _ binding: ClientBinding) -> [UInt8] {
    let body: JSONValue = [
      "address": .string(address.checksummed), "chain_id": 1, "domain": .string(server.origin.authority),
      "uri": .string("\(server.origin)"), "binding": .string(binding.value),
    ]
    return body.serialized()
  }

  func signIn(_ body: [UInt8]) async throws -> JSONValue { try await post(WirePath.ethereumSignIn, body) }

  func refresh(_ token: String) async throws -> String {
    let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": .string(token)]
    guard let next = try await post(WirePath.token, body.serialized())["refresh_token"]?.string else {
      throw BenchFailure(reason: "there is no next refresh token")
    }
    return next
  }

  func post(_ path: String, _ body: [UInt8]) async throws -> JSONValue {
    let response = await server.respond(
      to: HTTPRequest(
        method: .post, path: path,
        fields: ["Host": server.origin.authority, "Content-Type": "application/json"], body: body))
    guard response.status == 200 else {
      throw BenchFailure(
        reason: "\(path) answered \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    }
    return try JSONParser.parse(response.body)
  }
}
