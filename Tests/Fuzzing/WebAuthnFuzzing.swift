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
      // The statement's structures: certificates, those of TPMs, and those of Android.
      _ = try? AttestationStatement(object.statement, format: object.format)
    case .clientData:
      guard let data = try? CollectedClientData(parsing: bytes) else { return }
      precondition(data.bytes == bytes)
      _ = WebOrigin(data.origin)
    }
  }

  private static func cbor(_ bytes: [UInt8]) {
    guard let value = try? CBOR.decode(bytes) else {
      // A canonical encoding is well-formed.
      precondition((try? CBOR.decode(bytes, form: .ctap2Canonical)) == nil)
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
