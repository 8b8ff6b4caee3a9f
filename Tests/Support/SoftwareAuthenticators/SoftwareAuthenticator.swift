package import BinaryEncodings
package import DoorwardOpenSSL
package import Encodings
import WebAuthn

/// An authenticator and client in software, with every part of its responses under the control of a test.
package struct SoftwareAuthenticator {
  package let context: OpenSSLContext
  package let key: P256PrivateKey
  package var credentialID: [UInt8] = Array(1...32)
  package var aaguid = [UInt8](repeating: 0, count: 16)
  package var relyingPartyID = "example.org"
  package var origin = "https://example.org"
  package var challenge: [UInt8] = Array(100..<132)
  package var userHandle: [UInt8]?
  /// UP and UV.
  package var flags: UInt8 = 0b101
  package var signCount: UInt32 = 0
  /// Further members of the client data.
  package var clientMembers: JSONObject = [:]
  /// The output of authenticator extensions.
  package var extensions: CBORMap = [:]

  package init(context: OpenSSLContext) throws {
    self.context = context
    key = try P256PrivateKey.generate(context: context)
  }

  /// The COSE_Key of the credential.
  package var publicKey: CBORMap {
    [1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...]))]
  }

  package func clientData(_ type: String) -> [UInt8] {
    var members: JSONObject = [
      "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
    ]
    for member in clientMembers { members[member.key] = member.value }
    return members.serialized()
  }

  package func authenticatorData(attested: [UInt8] = []) -> [UInt8] {
    var flags = flags
    if !attested.isEmpty { flags |= 1 << 6 }
    if !extensions.isEmpty { flags |= 1 << 7 }
    let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
    return SHA256.hash(Array(relyingPartyID.utf8)) + [flags] + count + attested
      + (extensions.isEmpty ? [] : CBOR.encode(.map(extensions)))
  }

  /// Attested credential data, by default with the credential's own key.
  package func attestedCredential(publicKey: CBORMap? = nil) -> [UInt8] {
    aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xff)] + credentialID
      + CBOR.encode(.map(publicKey ?? self.publicKey))
  }

  /// A signature in DER.
  package static func sign(_ message: [UInt8], with key: P256PrivateKey) throws -> [UInt8] {
    P256Signature.der(fromRaw: try key.sign(message)) ?? []
  }

  /// A registration whose statement is made from authenticator data and the hash of the client data.
  package func register(
    format: String = "none", publicKey: CBORMap? = nil,
    _ statement: (_ data: [UInt8], _ clientDataHash: [UInt8]) throws -> CBORValue = { _, _ in [:] }
  ) throws -> JSONObject {
    let data = authenticatorData(attested: attestedCredential(publicKey: publicKey))
    let clientData = clientData("webauthn.create")
    let object: CBORValue = [
      "fmt": .text(format), "attStmt": try statement(data, SHA256.hash(clientData)), "authData": .bytes(data),
    ]
    return Self.form(
      id: credentialID,
      [
        "clientDataJSON": .string(Base64URL.encode(clientData)),
        "attestationObject": .string(Base64URL.encode(CBOR.encode(object))), "transports": ["internal"],
      ])
  }

  /// A signed assertion.
  package func authenticate(type: String = "webauthn.get", attested: [UInt8] = []) throws -> JSONObject {
    let data = authenticatorData(attested: attested)
    let clientData = clientData(type)
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "authenticatorData": .string(Base64URL.encode(data)),
      "signature": .string(Base64URL.encode(try Self.sign(data + SHA256.hash(clientData), with: key))),
    ]
    response["userHandle"] = userHandle.map { .string(Base64URL.encode($0)) }
    return Self.form(id: credentialID, response)
  }

  /// The JSON form of a credential with a response.
  package static func form(id: [UInt8], _ response: JSONObject) -> JSONObject {
    let id = Base64URL.encode(id)
    return [
      "id": .string(id), "rawId": .string(id), "type": "public-key", "response": .object(response),
      "clientExtensionResults": [:],
    ]
  }
}
