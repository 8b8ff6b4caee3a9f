import Doorward
import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing

/// A passkey that a script uses, and the secret of its client.
struct ScriptPasskey {
  var authenticator: SoftwareAuthenticator
  let secret: JSONValue
  let binding: JSONValue

  init(isVerifying: Bool = true) throws {
    authenticator = try SoftwareAuthenticator(context: OpenSSLContext())
    authenticator.credentialID = try SecureRandom.bytes(32)
    authenticator.flags = isVerifying ? 0b101 : 0b001
    authenticator.relyingPartyID = Contender.passkeyDomain
    authenticator.origin = Contender.passkeyOrigin
    (secret, binding) = Script.binding()
  }

  /// A response with the members of the contract.
  func answering(_ options: JSONValue, _ response: JSONObject) -> JSONObject {
    response.merging(patch: ["challenge_id": options["challenge_id"] ?? nil, "binding_secret": secret])
  }

  mutating func registration(_ options: JSONValue) throws -> JSONObject {
    try take(options)
    authenticator.userHandle = try Base64URL.decode(#require(options["user"]?["id"]?.string))
    return answering(options, try authenticator.register())
  }

  mutating func authentication(_ options: JSONValue) throws -> JSONObject {
    try take(options)
    if authenticator.signCount > 0 { authenticator.signCount += 1 }
    return answering(options, try authenticator.authenticate())
  }

  mutating func take(_ options: JSONValue) throws {
    authenticator.challenge = try Base64URL.decode(#require(options["challenge"]?.string))
  }
}

extension Script {
  static let passkeyRegistration = "/v1/passkeys/registration"
  static let passkeyAuthentication = "/v1/passkeys/authentication"

  @discardableResult func creationOptions(
    _ passkey: ScriptPasskey, _ members: JSONObject = [:], token: String? = nil
  ) async throws -> JSONValue {
    try await call(
      "POST", "\(Self.passkeyRegistration)/options", members.merging(patch: ["binding": passkey.binding]),
      token: token)
  }

  @discardableResult func requestOptions(_ passkey: ScriptPasskey) async throws -> JSONValue {
    try await call("POST", "\(Self.passkeyAuthentication)/options", ["binding": passkey.binding])
  }

  /// Signs up with a passkey, or adds it to the user of a token.
  @discardableResult func register(
    _ passkey: inout ScriptPasskey, _ members: JSONObject = [:], token: String? = nil
  ) async throws -> JSONObject {
    let options = try await creationOptions(passkey, members, token: token)
    return try #require(
      try await call("POST", Self.passkeyRegistration, passkey.registration(options), token: token).object)
  }

  @discardableResult func signIn(_ passkey: inout ScriptPasskey, token: String? = nil) async throws
    -> JSONObject
  {
    let options = try await requestOptions(passkey)
    return try #require(
      try await call("POST", Self.passkeyAuthentication, passkey.authentication(options), token: token).object
    )
  }
}
