internal import Encodings

extension EthereumSignature {
  /// The most text that is read; a contract wallet's signature, refused by name, may be long.
  private static let maximumText = 128 * 1024

  /// Reads a signature in hexadecimal, with or without `0x`.
  ///
  /// - Parameters:
  ///   - text: The text a wallet answered.
  ///   - form: Whether 64 bytes (EIP-2098) are read beside 65.
  /// - Throws: `malformed_signature`, `high_s`, or `unsupported_contract_signature` for what only a
  ///   contract wallet could have made.
  public init(parsing text: String, form: SignatureForm = .full) throws(SIWEError) {
    guard text.utf8.count <= Self.maximumText else {
      throw SIWEError(code: .malformedSignature, reason: "The signature is too long to be one.")
    }
    let bytes: [UInt8]
    do throws(EncodingsError) {
      bytes = try Hex.decode(text)
    } catch {
      throw SIWEError(code: .malformedSignature, reason: "The signature is not hexadecimal text.")
    }
    try self.init(bytes: bytes, form: form)
  }

  /// Reads a signature of 65 bytes, r, s and v, where v is 27 or 28, or 0 or 1 as some wallets and
  /// hardware have it. The larger v of EIP-155 belongs to transactions and is refused.
  ///
  /// - Parameters:
  ///   - bytes: The signature.
  ///   - form: Whether 64 bytes (EIP-2098) are read beside 65.
  /// - Throws: as ``init(parsing:form:)``.
  public init(bytes: [UInt8], form: SignatureForm = .full) throws(SIWEError) {
    switch bytes.count {
    case Self.length:
      let parity: UInt8
      switch bytes[64] {
      case 0, 27: parity = 0
      case 1, 28: parity = 1
      default:
        throw SIWEError(
          code: .malformedSignature, reason: "v of the signature is \(bytes[64]), not 27, 28, 0 or 1.")
      }
      let (r, s) = Self.halves(of: bytes)
      try self.init(r: r, s: s, recoveryID: parity)
    case Self.compactLength where form == .fullOrCompact:
      let (r, packed) = Self.halves(of: bytes)
      let (s, parity) = packed.splittingHighestBit
      try self.init(r: r, s: s, recoveryID: parity)
    case Self.compactLength:
      throw SIWEError(
        code: .malformedSignature,
        reason: "The signature has 64 bytes; the compact form (EIP-2098) is not accepted here.")
    case (Self.length + 1)...:
      throw Self.contractSignature(bytes)
    default:
      throw SIWEError(
        code: .malformedSignature, reason: "The signature has \(bytes.count) bytes instead of 65.")
    }
  }

  /// r and s of at least 64 bytes.
  private static func halves(of bytes: [UInt8]) -> (r: SignatureScalar, s: SignatureScalar) {
    bytes.withUnsafeBytes { bytes in
      (
        SignatureScalar(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[0..<32])),
        SignatureScalar(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[32..<64]))
      )
    }
  }

  /// An account's key signs 65 bytes; more can only be meant for a contract to judge.
  private static func contractSignature(_ bytes: [UInt8]) -> SIWEError {
    // ERC-6492: a wrapped signature ends in 32 bytes of 0x6492…
    let isWrapped =
      bytes.count >= 32 && zip(bytes.suffix(32), 0...).allSatisfy { $0 == ($1 % 2 == 0 ? 0x64 : 0x92) }
    return SIWEError(
      code: .unsupportedContractSignature,
      reason: isWrapped
        ? "The signature is of a contract wallet not yet deployed (ERC-6492), which is not supported."
        : "The signature has \(bytes.count) bytes, as a contract wallet's may (EIP-1271), which is not supported."
    )
  }
}
