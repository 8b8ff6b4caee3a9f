import BinaryEncodings
import Encodings
import WebAuthn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The parsers that read what an authenticator or a client sends. `scripts/fuzz` runs each with libFuzzer.
enum FuzzTarget: String {
  case cbor
  case authenticatorData = "authenticator-data"
  case attestationObject = "attestation-object"
  case certificate
  case clientData = "client-data"

  /// The target that the environment names.
  static let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET does not name a target") }
    return target
  }()

  /// Parses bytes, and stops the program if a parsed value contradicts them.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .cbor: Self.cbor(bytes)
    case .authenticatorData:
      guard let data = try? AuthenticatorData(parsing: bytes) else { return }
      precondition(data.bytes == bytes && data.rpIDHash == Array(bytes[..<32]))
      _ = try? data.attestedCredential?.publicKey()
    case .attestationObject:
      guard let object = try? AttestationObject(parsing: bytes) else { return }
      _ = try? object.authenticatorData.attestedCredential?.publicKey()
      // The statement's structures: certificates, and those of TPMs.
      guard let statement = try? AttestationStatement(object.statement, format: object.format) else { return }
      Self.certificates(statement).forEach(Self.readContents)
    case .certificate:
      guard let certificate = try? Certificate(der: bytes) else { return }
      precondition(certificate.der == bytes)
      Self.readContents(certificate)
    case .clientData:
      guard let data = try? CollectedClientData(parsing: bytes) else { return }
      precondition(data.bytes == bytes)
      _ = WebOrigin(data.origin)
    }
  }

  private static func certificates(_ statement: AttestationStatement) -> [Certificate] {
    switch statement {
    case .packed(_, _, let certificates): certificates ?? []
    case .tpm(let statement): statement.certificates
    case .androidKey(_, _, let certificates), .apple(_, let certificates): certificates
    case .fidoU2F(_, let certificate): [certificate]
    case .compound(let parts): parts.flatMap { certificates($0.statement) }
    case .none, .androidSafetyNet: []
    }
  }

  /// Reads all that the verifiers read in a certificate: its extensions, among them those of Android, Apple and FIDO.
  private static func readContents(_ certificate: Certificate) {
    _ = try? certificate.isAuthority()
    _ = try? certificate.mayCertify()
    _ = try? certificate.aaguid()
    _ = try? certificate.appleNonce()
    _ = try? certificate.androidKeyDescription()
    _ = try? certificate.extendedKeyUsages()
    _ = try? certificate.alternativeNames()
    _ = certificate.publicKeyBits
  }

  private static func cbor(_ bytes: [UInt8]) {
    let canonical = try? CBOR.decode(bytes, form: .ctap2Canonical)
    let unsorted = try? CBOR.decode(bytes, form: .ctap2Unsorted)
    // A canonical encoding follows the rules of the other two forms.
    precondition(canonical == nil || unsorted != nil)
    guard let value = try? CBOR.decode(bytes) else {
      precondition(unsorted == nil)
      return
    }
    let encoded = CBOR.encode(value)
    let again = try? CBOR.decode(encoded)
    precondition(again.map(CBOR.encode) == encoded)
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
