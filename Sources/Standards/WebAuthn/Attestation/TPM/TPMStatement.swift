internal import BinaryEncodings
internal import Encodings

/// The attestation statement of a TPM (WebAuthn L3 §8.3), parsed. It is not verified.
public struct TPMStatement: Sendable {
  /// The algorithm of the signature.
  public let algorithm: COSEAlgorithm
  /// The certificate of the attestation key, and its issuers.
  public let certificates: [Certificate]
  /// The signature over ``certifyInfo``.
  public let signature: [UInt8]
  /// The statement of the TPM.
  public let certifyInfo: TPMCertifyInfo
  /// The public area of the credential's key.
  public let publicArea: TPMPublicArea

  init(_ value: CBORValue) throws(WebAuthnError) {
    let reader = try StatementReader(
      value, .tpm, required: ["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    guard try reader.text("ver") == "2.0" else {
      throw StatementReader.malformed(.tpm, "ver must be 2.0")
    }
    algorithm = try reader.algorithm()
    certificates = try reader.certificates()
    signature = try reader.bytes("sig")
    certifyInfo = try TPMCertifyInfo(parsing: reader.bytes("certInfo"))
    publicArea = try TPMPublicArea(parsing: reader.bytes("pubArea"))
  }
}

/// TPMS_ATTEST: the statement of a TPM about a key that it certifies (TPM 2.0 Part 2 §10.12.8).
public struct TPMCertifyInfo: Sendable, Hashable {
  /// TPM_GENERATED_VALUE: the TPM itself made the structure.
  public static let generatedValue: UInt32 = 0xff54_4347
  /// TPM_ST_ATTEST_CERTIFY.
  public static let certifyType: UInt32 = 0x8017

  /// `magic`.
  public let magic: UInt32
  /// `type`.
  public let type: UInt32
  /// `extraData`: the value that the caller asked the TPM to include.
  public let extraData: [UInt8]
  /// `attested.name`: the name of the key.
  public let name: [UInt8]
  /// The structure, which the TPM has signed.
  public let bytes: [UInt8]

  init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    var reader = TPMReader(bytes)
    magic = try reader.number(4)
    type = try reader.number(2)
    _ = try reader.sized()  // qualifiedSigner
    extraData = try reader.sized()
    _ = try reader.fixed(17)  // clockInfo
    _ = try reader.fixed(8)  // firmwareVersion
    name = try reader.sized()
    _ = try reader.sized()  // qualifiedName
    try reader.finish()
    self.bytes = bytes
  }
}

/// Reads the structures of TPM 2.0: big-endian numbers, and byte strings with a length of 16 bits (TPM 2.0 Part 2 §10.4).
struct TPMReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func fixed(_ count: Int) throws(WebAuthnError) -> [UInt8] {
    guard count <= bytes.count - position else {
      throw StatementReader.malformed(.tpm, "a structure is truncated")
    }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func number(_ count: Int) throws(WebAuthnError) -> UInt32 {
    try fixed(count).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func sized() throws(WebAuthnError) -> [UInt8] { try fixed(Int(number(2))) }

  func finish() throws(WebAuthnError) {
    guard position == bytes.count else {
      throw StatementReader.malformed(.tpm, "bytes follow a structure")
    }
  }
}
