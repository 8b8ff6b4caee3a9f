import DoorwardOpenSSL
import Encodings
import WebAuthn

/// An authenticator and client in software, with every part of its responses under the control of a test.
struct SoftwareAuthenticator {
  let context: OpenSSLContext
  let key: P256PrivateKey
  var credentialID: [UInt8] = Array(1...32)
  var aaguid = [UInt8](repeating: 0, count: 16)
  var relyingPartyID = "example.org"
  var origin = "https://example.org"
  var challenge: [UInt8] = Array(100..<132)
  var userHandle: [UInt8]?
  /// UP and UV.
  var flags: UInt8 = 0b101
  var signCount: UInt32 = 0
  /// Further members of the client data.
  var clientMembers: JSONObject = [:]
  /// The output of authenticator extensions.
  var extensions: CBORMap = [:]

  init(context: OpenSSLContext) throws {
    self.context = context
    key = try P256PrivateKey.generate(context: context)
  }

  /// The COSE_Key of the credential.
  var publicKey: CBORMap {
    [1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...]))]
  }

  func clientData(_ type: String) -> [UInt8] {
    var members: JSONObject = [
      "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
    ]
    for member in clientMembers { members[member.key] = member.value }
    return members.serialized()
  }

  func authenticatorData(attested: [UInt8] = []) -> [UInt8] {
    var flags = flags
    if !attested.isEmpty { flags |= 1 << 6 }
    if !extensions.isEmpty { flags |= 1 << 7 }
    let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
    return SHA256.hash(Array(relyingPartyID.utf8)) + [flags] + count + attested
      + (extensions.isEmpty ? [] : CBOR.encode(.map(extensions)))
  }

  /// Attested credential data, by default with the credential's own key.
  func attestedCredential(publicKey: CBORMap? = nil) -> [UInt8] {
    aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xff)] + credentialID
      + CBOR.encode(.map(publicKey ?? self.publicKey))
  }

  /// A signature in DER.
  static func sign(_ message: [UInt8], with key: P256PrivateKey) throws -> [UInt8] {
    P256Signature.der(fromRaw: try key.sign(message)) ?? []
  }

  /// A registration whose statement is made from authenticator data and the hash of the client data.
  func register(
    format: String = "none", publicKey: CBORMap? = nil,
    _ statement: (_ data: [UInt8], _ clientDataHash: [UInt8]) throws -> CBORValue = { _, _ in [:] }
  ) throws -> JSONObject {
    let data = authenticatorData(attested: attestedCredential(publicKey: publicKey))
    let clientData = clientData("webauthn.create")
    let object: CBORValue = [
      "fmt": .text(format), "attStmt": try statement(data, SHA256.hash(clientData)), "authData": .bytes(data),
    ]
    return WebAuthnVectors.form(
      id: credentialID,
      [
        "clientDataJSON": .string(Base64URL.encode(clientData)),
        "attestationObject": .string(Base64URL.encode(CBOR.encode(object))), "transports": ["internal"],
      ])
  }

  /// A signed assertion.
  func authenticate(type: String = "webauthn.get", attested: [UInt8] = []) throws -> JSONObject {
    let data = authenticatorData(attested: attested)
    let clientData = clientData(type)
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "authenticatorData": .string(Base64URL.encode(data)),
      "signature": .string(Base64URL.encode(try Self.sign(data + SHA256.hash(clientData), with: key))),
    ]
    response["userHandle"] = userHandle.map { .string(Base64URL.encode($0)) }
    return WebAuthnVectors.form(id: credentialID, response)
  }
}
