import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Attacks on a registration by its new credential.
@Suite("WebAuthn: attacks by new credentials")
struct NewCredentialThreatTests {
  let scene: CeremonyScene

  init() throws { scene = try CeremonyScene() }

  @Test func `18 - a credential id longer than 1023 bytes is refused, and one of 1023 is not`() throws {
    _ = try scene.register(scene.changed { $0.credentialID = [UInt8](repeating: 1, count: 1023) }.register())
    scene.refuses(.credentialIDTooLong) {
      _ = try scene.register(
        scene.changed { $0.credentialID = [UInt8](repeating: 1, count: 1024) }.register())
    }
    // The form has a short id and the authenticator data a long one.
    var long = try scene.changed { $0.credentialID = [UInt8](repeating: 1, count: 1024) }.register()
    long["id"] = "AQ"
    long["rawId"] = "AQ"
    scene.refuses(.credentialIDTooLong) { _ = try scene.register(long) }
    scene.refuses(.malformedResponse) {
      _ = try scene.register(scene.changed { $0.credentialID = [] }.register())
    }
  }

  @Test func `18 - an algorithm that was not offered, or is not supported, is refused by name`() throws {
    let response = try scene.authenticator.register()
    scene.refuses(.algorithmNotOffered) {
      _ = try scene.register(response) { $0.algorithms = [.edDSA, .rs256] }
    }
    scene.refuses(.algorithmNotOffered) { _ = try scene.register(response) { $0.algorithms = [] } }
    let names = [
      -47: "ES256K", -48: "ML-DSA-44", -53: "Ed448", -65535: "RS1", -38: "PS384", 5: "COSE algorithm 5",
    ]
    for (number, name) in names {
      var entries = scene.authenticator.publicKey.entries.map { ($0.key, $0.value) }
      entries.removeAll { $0.0 == 3 }
      let key = CBORMap(entries + [(3, .integer(Int64(number)))])
      do {
        _ = try scene.register(scene.authenticator.register(publicKey: key))
        Issue.record("\(name) was accepted")
      } catch let error as WebAuthnError {
        #expect(error.code == .unsupportedAlgorithm)
        #expect(error.reason.contains(name))
      }
    }
  }

  @Test func `18 - a malformed or invalid public key is refused`() throws {
    let key = scene.authenticator.publicKey.entries.map { ($0.key, $0.value) }
    func with(_ label: CBORValue, _ value: CBORValue?) -> CBORMap {
      CBORMap(key.filter { $0.0 != label } + (value.map { [(label, $0)] } ?? []))
    }
    let point = scene.authenticator.key.point
    let malformed: [CBORMap] = [
      with(1, 1), with(1, 3), with(1, nil), with(-1, 2), with(-1, 6), with(-1, nil), with(-2, nil),
      with(-3, nil),
      with(-3, .bool(true)), with(-2, .bytes([])), with(-2, .bytes(Array(point[1...31]))),
      with(-2, .bytes([0] + point[1...32])), with(4, .array([2])), with(2, .bytes([1])),
      with(-4, .bytes(scene.authenticator.key.secret)),
      // The point is not on the curve.
      with(-3, .bytes([UInt8](repeating: 0, count: 32))),
      with(-2, .bytes([UInt8](repeating: 0xff, count: 32))),
    ]
    for key in malformed {
      scene.refuses(.malformedPublicKey, "\(key)") {
        _ = try scene.register(scene.authenticator.register(publicKey: key))
      }
    }
    scene.refuses(.malformedPublicKey) {
      _ = try scene.register(scene.authenticator.register(publicKey: with(3, nil)))
    }
  }

  @Test func `18 - huge, deep, truncated and non-canonical CBOR is refused`() throws {
    func response(_ object: [UInt8]) throws -> JSONObject {
      var response = try scene.authenticator.register()
      var inner = response["response"]?.object ?? [:]
      inner["attestationObject"] = .string(Base64URL.encode(object))
      response["response"] = .object(inner)
      return response
    }
    for object in [
      [], [0xa3], [0x9f], [UInt8](repeating: 0xa1, count: 10_000), [UInt8](repeating: 0x81, count: 60_000),
      [UInt8](repeating: 0, count: 70_000), [0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ] as [[UInt8]] {
      scene.refuses(.malformedAttestationObject) { _ = try scene.register(response(object)) }
    }
    // The key and the extensions must be canonical.
    let sorted = CBOR.encode(.map(scene.authenticator.publicKey))
    var unsorted = Array(sorted.dropFirst())
    unsorted = [0xa5] + Array(unsorted[2...3]) + Array(unsorted[0...1]) + Array(unsorted[4...])
    let data =
      scene.authenticator.authenticatorData(attested: [1]).dropLast() + scene.authenticator.aaguid + [0, 32]
      + scene.authenticator.credentialID
      + unsorted
    scene.refuses(.malformedAuthenticatorData) {
      _ = try scene.register(
        response(CBOR.encode(["fmt": "none", "attStmt": [:], "authData": .bytes(Array(data))])))
    }
  }

  @Test func `18 - an unknown attestation format is refused`() throws {
    for format in ["", "None", "none ", "tpm2", "android-safetynet2", "fido_u2f"] {
      scene.refuses(.unknownAttestationFormat) {
        _ = try scene.register(scene.authenticator.register(format: format))
      }
    }
    scene.refuses(.attestationNotAllowed) {
      _ = try scene.register(scene.authenticator.register(format: "android-safetynet"))
    }
  }

  @Test func `copies of the attestation object's parts must agree with it`() throws {
    let good = try scene.authenticator.register()
    func with(_ name: String, _ value: JSONValue) -> JSONObject {
      var inner = good["response"]?.object ?? [:]
      inner[name] = value
      var response = good
      response["response"] = .object(inner)
      return response
    }
    let data = scene.authenticator.authenticatorData(attested: scene.authenticator.attestedCredential())
    let spki = DER.sequence(
      DER.sequence(
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)),
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7))),
      DER.bits(scene.authenticator.key.point))
    _ = try scene.register(with("authenticatorData", .string(Base64URL.encode(data))))
    _ = try scene.register(with("publicKeyAlgorithm", -7))
    _ = try scene.register(with("publicKey", .string(Base64URL.encode(spki))))
    scene.refuses(.malformedResponse) {
      _ = try scene.register(with("authenticatorData", .string(Base64URL.encode(data + [0]))))
    }
    scene.refuses(.malformedResponse) { _ = try scene.register(with("publicKeyAlgorithm", -257)) }
    for wrong in [spki.dropLast() + [spki[spki.count - 1] ^ 1], spki + [0], []] as [[UInt8]] {
      scene.refuses(.malformedResponse) {
        _ = try scene.register(with("publicKey", .string(Base64URL.encode(wrong))))
      }
    }
  }

  @Test func `an enforced protection of the credential must be granted`() throws {
    let wanted = RegistrationExtensions(
      credentialProtection: .userVerificationRequired, enforcesCredentialProtection: true)
    let weak = try scene.changed { $0.extensions = ["credProtect": 2] }.register()
    let strong = try scene.changed { $0.extensions = ["credProtect": 3] }.register()
    scene.refuses(.extensionRefused) {
      _ = try scene.register(scene.authenticator.register()) { $0.extensions = wanted }
    }
    scene.refuses(.extensionRefused) { _ = try scene.register(weak) { $0.extensions = wanted } }
    #expect(
      try scene.register(strong) { $0.extensions = wanted }.extensions.credentialProtection
        == .userVerificationRequired)
    scene.refuses(.malformedAuthenticatorData) {
      _ = try scene.register(scene.changed { $0.extensions = ["credProtect": 4] }.register())
    }
    scene.refuses(.malformedAuthenticatorData) {
      _ = try scene.register(scene.changed { $0.extensions = [1: 2] }.register())
    }
  }
}
