import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import WebAuthn
import WebAuthnSignatures

/// The parts of an authentication with a new key, and what it is verified against.
struct AuthenticationParts {
  private let context: OpenSSLContext
  let key: P256PrivateKey
  var clientData = ClientDataParts(type: "webauthn.get")
  var data = AuthenticatorDataParts(flags: 0b101, count: [0, 0, 0, 6])
  /// Makes the signature.
  var sign: (_ data: [UInt8], _ clientData: [UInt8]) throws -> [UInt8]
  /// Changes the signature.
  var signature: ([UInt8]) -> [UInt8] = { $0 }
  /// Changes the JSON form, and its member `response`.
  var form: (inout JSONObject) -> Void = { _ in }
  var response: (inout JSONObject) -> Void = { _ in }
  /// Changes the text of the JSON form.
  var text: (String) -> String = { $0 }
  var record: CredentialRecord
  var expectations = AuthenticationExpectations(challenge: ClientDataParts.challenge)

  init() throws {
    context = try OpenSSLContext()
    let key = try P256PrivateKey.generate(context: context)
    self.key = key
    let publicKey: CBORValue = [
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...])),
    ]
    record = CredentialRecord(
      id: Array(1...32), publicKey: try CredentialPublicKey(parsing: CBOR.encode(publicKey)), signCount: 5,
      isBackupEligible: false, userHandle: [7, 7, 7])
    sign = { data, clientData in
      try SoftwareAuthenticator.sign(data + SHA256.hash(clientData), with: key)
    }
  }

  func verify() throws -> VerifiedAuthentication {
    let (data, clientData) = (data.bytes, clientData.bytes)
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "authenticatorData": .string(Base64URL.encode(data)),
      "signature": .string(Base64URL.encode(signature(try sign(data, clientData)))), "userHandle": "BwcH",
    ]
    self.response(&response)
    var form = SoftwareAuthenticator.form(id: Array(1...32), response)
    self.form(&form)
    let text = text(String(decoding: form.serialized(), as: UTF8.self))
    return try AuthenticationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]), context: context
    ).verify(AuthenticationResponse(parsing: Array(text.utf8)), record: record, expectations: expectations)
  }
}
