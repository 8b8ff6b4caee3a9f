import Doorward
import Encodings
import EthereumSignatures
import Foundation
import NEAR
import NEARSignatures
import SignInWithEthereum
import Testing

/// Calls of a contender as an app without the SDK makes them.
struct Script: Sendable {
  let contender: Contender

  /// Calls the server and accepts any answer.
  @discardableResult func call(
    _ method: String, _ path: String, _ body: JSONObject? = nil, token: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> JSONValue {
    try await send(
      method, path, body?.serialized(), token,
      headers.merging(body == nil ? [:] : ["Content-Type": "application/json"]) { first, _ in first })
  }

  /// Calls the server with a form.
  @discardableResult func form(
    _ path: String, _ form: String, headers: [String: String] = [:]
  ) async throws -> JSONValue {
    try await send(
      "POST", path, Array(form.utf8), nil,
      headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { first, _ in first })
  }

  /// Uploads a photo.
  @discardableResult func upload(_ image: [UInt8], token: String?) async throws -> JSONValue {
    try await send("PUT", "/v1/user/photo", image, token, ["Content-Type": "application/octet-stream"])
  }

  private func send(
    _ method: String, _ path: String, _ body: [UInt8]?, _ token: String?, _ headers: [String: String]
  ) async throws -> JSONValue {
    var headers = headers
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let request = DoorwardRequest(
      method: method, url: contender.origin + path, headers: headers, body: body)
    let response = try await contender.record.send(request)
    return (try? JSONParser.parse(response.body)) ?? .null
  }

  /// A secret and its binding.
  static func binding() -> (secret: JSONValue, hash: JSONValue) {
    let secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
    return (.string(secret), .string(Base64URL.encode(SHA256.hash(Array(secret.utf8)))))
  }

  /// Asks for an Ethereum message and signs it.
  func ethereumProof(
    _ wallet: EthereumSecretKey, for purpose: ProofPurpose = .signIn, token: String? = nil
  ) async throws -> JSONObject {
    let (secret, hash) = Self.binding()
    let answer = try await call(
      "POST", "/v1/ethereum/message", messageRequest(wallet, hash, purpose), token: token)
    let message = try #require(answer["message"]?.string)
    return [
      "message": .string(message), "signature": .string(try wallet.personalSign(message)),
      "binding_secret": secret,
      "metadata": ["wallet_client_type": "metamask", "connector_type": "injected"],
    ]
  }

  func messageRequest(_ wallet: EthereumSecretKey, _ hash: JSONValue, _ purpose: ProofPurpose = .signIn)
    -> JSONObject
  {
    [
      "address": .string(wallet.address.description), "chain_id": 1, "domain": .string(contender.authority),
      "uri": .string(contender.origin), "purpose": .string(purpose.rawValue), "binding": hash,
    ]
  }

  /// Asks for a NEAR challenge and signs it.
  func nearProof(_ key: NEARSecretKey, for purpose: ProofPurpose = .signIn, token: String? = nil) async throws
    -> JSONObject
  {
    let (secret, hash) = Self.binding()
    let answer = try await call(
      "POST", "/v1/near/challenge", ["binding": hash, "purpose": .string(purpose.rawValue)], token: token)
    let challenge = try #require(answer.object)
    let signature = try key.sign(
      NEP413Message(
        message: try #require(challenge["message"]?.string),
        recipient: try #require(challenge["recipient"]?.string),
        nonceBase64: try #require(challenge["nonce"]?.string)))
    var proof = challenge
    proof["expires_at"] = nil
    proof["account_id"] = .string(try key.publicKey().implicitAccountID.description)
    proof["public_key"] = .string(try key.publicKey().description)
    proof["signature"] = .string(signature.base64)
    proof["binding_secret"] = secret
    return proof
  }

  /// Signs in with an Ethereum account, with the session of a token.
  @discardableResult func signIn(
    _ wallet: EthereumSecretKey = .throwaway(), token: String? = nil
  ) async throws -> JSONObject {
    let proof = try await ethereumProof(wallet)
    let session = try await call("POST", "/v1/ethereum/sign-in", proof, token: token)
    return try #require(session.object)
  }

  /// Signs up with an address, a password, and more members of the request.
  ///
  /// - Returns: The answer to the code, with the secret of the client as `binding_secret`.
  @discardableResult func register(_ email: String, _ members: JSONObject = [:]) async throws -> JSONObject {
    let (secret, binding) = Self.binding()
    let body: JSONObject = [
      "email": .string(email), "password": "correct horse battery", "binding": binding,
    ]
    let challenge = try await call("POST", "/v1/password/sign-up", body.merging(patch: members))
    let code = await contender.code(email) ?? ""
    let answer: JSONObject = [
      "challenge_id": challenge["challenge_id"] ?? nil, "code": .string(code), "binding_secret": secret,
    ]
    var session = try #require(try await call("POST", "/v1/code/verify", answer).object)
    session["binding_secret"] = secret
    return session
  }
}

extension JSONObject {
  /// The account token of a session.
  var account: String? { self["account_token"]?.string }
  var access: String? { self["access_token"]?.string }
  var refresh: String? { self["refresh_token"]?.string }
}

extension NEARSecretKey {
  static func throwaway() throws -> NEARSecretKey {
    var generator = SystemRandomNumberGenerator()
    return NEARSecretKey(curve: .ed25519, using: &generator)
  }
}
