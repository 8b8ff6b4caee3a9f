import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import WebAuthn
import WebAuthnSignatures

/// The parts of a registration with self attestation, by a new key.
struct RegistrationParts {
  /// The parts of an attestation object, in the order of their keys.
  typealias Object = [(key: CBORValue, value: CBORValue)]

  private let context: OpenSSLContext
  let key: P256PrivateKey
  /// The numbers of the credential's key, by their labels.
  var publicKey: [Int64: CBORValue]
  var clientData = ClientDataParts(type: "webauthn.create")
  var data: AuthenticatorDataParts
  var format = "packed"
  /// Makes the statement of the signed bytes.
  var statement: (_ data: [UInt8], _ clientDataHash: [UInt8]) throws -> CBORValue
  /// Changes the members of the attestation object.
  var object: (inout Object) -> Void = { _ in }
  /// Changes the encoding of the attestation object.
  var encoding: ([UInt8]) -> [UInt8] = { $0 }
  /// Changes the JSON form, and its member `response`.
  var form: (inout JSONObject) -> Void = { _ in }
  var response: (inout JSONObject) -> Void = { _ in }
  /// Changes the text of the JSON form.
  var text: (String) -> String = { $0 }
  var expectations = RegistrationExpectations(challenge: ClientDataParts.challenge)

  init() throws {
    context = try OpenSSLContext()
    let key = try P256PrivateKey.generate(context: context)
    self.key = key
    publicKey = [
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...])),
    ]
    data = AuthenticatorDataParts(flags: 0b100_0101, attested: .init(publicKey: []))
    statement = { data, hash in
      ["alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key))]
    }
  }

  /// Removes the attestation: the format is `none`.
  mutating func withoutAttestation() {
    format = "none"
    statement = { _, _ in [:] }
  }

  /// Replaces the key by other numbers. The attestation is removed, because the private key of these numbers is unknown.
  mutating func replaceKey(_ numbers: [Int64: CBORValue]) {
    withoutAttestation()
    publicKey = numbers
  }

  static func encode(_ object: Object) -> [UInt8] {
    [0xa0 | UInt8(object.count)] + object.flatMap { CBOR.encode($0.key) + CBOR.encode($0.value) }
  }

  /// The JSON form.
  func bytes() throws -> [UInt8] {
    let clientData = clientData.bytes
    var data = data
    if data.attested?.publicKey.isEmpty == true {
      data.attested?.publicKey = CBOR.encode(
        .map(CBORMap(publicKey.map { (.integer($0.key), $0.value) })))
    }
    var members: Object = [
      ("fmt", .text(format)), ("attStmt", try statement(data.bytes, SHA256.hash(clientData))),
      ("authData", .bytes(data.bytes)),
    ]
    object(&members)
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "attestationObject": .string(Base64URL.encode(encoding(Self.encode(members)))),
      "transports": ["usb"],
    ]
    self.response(&response)
    var form = SoftwareAuthenticator.form(id: Array(1...32), response)
    self.form(&form)
    return Array(text(String(decoding: form.serialized(), as: UTF8.self)).utf8)
  }

  func verify() throws -> VerifiedRegistration {
    try RegistrationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]), context: context
    ).verify(RegistrationResponse(parsing: bytes()), expectations: expectations, at: WebAuthnVectors.time)
  }
}
