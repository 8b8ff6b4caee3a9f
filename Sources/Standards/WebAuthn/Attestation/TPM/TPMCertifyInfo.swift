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
