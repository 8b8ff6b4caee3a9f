import BinaryEncodings
import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import WebAuthn

/// A passkey of an authenticator that has verified its user and counts the signatures.
struct BenchPasskey {
  private let relyingPartyID: String
  private let origin: String
  private let key: P256PrivateKey
  private let id: [UInt8]
  private var userHandle = "AQ"

  init(relyingPartyID: String, origin: String, context: OpenSSLContext) throws {
    self.relyingPartyID = relyingPartyID
    self.origin = origin
    key = try P256PrivateKey.generate(context: context)
    id = try SecureRandom.bytes(32)
  }

  /// The COSE_Key, as a store keeps it.
  var publicKey: [UInt8] {
    CBOR.encode([
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...])),
    ])
  }

  /// Registers the passkey.
  ///
  /// - Parameters:
  ///   - challenge: the challenge in base64url.
  ///   - user: the user handle in base64url.
  /// - Returns: `RegistrationResponseJSON`.
  mutating func registration(_ challenge: String, user: String? = nil) -> JSONObject {
    userHandle = user ?? userHandle
    let data =
      SHA256.hash(Array(relyingPartyID.utf8)) + [0b101_1101, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
      + [0, 32] + id + publicKey
    return form([
      "clientDataJSON": .string(Base64URL.encode(clientData("webauthn.create", challenge))),
      "attestationObject": .string(
        Base64URL.encode(CBOR.encode(["fmt": "none", "attStmt": [:], "authData": .bytes(data)]))),
      "transports": ["internal", "hybrid"],
    ])
  }

  /// Signs in with the passkey.
  ///
  /// - Parameters:
  ///   - challenge: the challenge in base64url.
  ///   - count: the counter.
  /// - Returns: `AuthenticationResponseJSON`.
  /// - Throws: the errors of OpenSSL.
  func assertion(_ challenge: String, count: UInt8) throws -> JSONObject {
    let data = SHA256.hash(Array(relyingPartyID.utf8)) + [0b1_1101, 0, 0, 0, count]
    let clientData = clientData("webauthn.get", challenge)
    let signature = try key.sign(data + SHA256.hash(clientData))
    return form([
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "authenticatorData": .string(Base64URL.encode(data)),
      "signature": .string(Base64URL.encode(P256Signature.der(fromRaw: signature) ?? [])),
      "userHandle": .string(userHandle),
    ])
  }

  private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
    let members: JSONObject = [
      "type": .string(type), "challenge": .string(challenge), "origin": .string(origin), "crossOrigin": false,
    ]
    return members.serialized()
  }

  private func form(_ response: JSONObject) -> JSONObject {
    let id = JSONValue.string(Base64URL.encode(id))
    return [
      "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
      "response": .object(response), "clientExtensionResults": [:],
    ]
  }
}
