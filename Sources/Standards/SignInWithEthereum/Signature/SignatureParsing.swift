internal import Encodings

extension EthereumSignature {
  /// The longest text that is parsed. Signatures of contract wallets can be long and are refused with a
  /// specific error.
  private static let maximumText = 128 * 1024

  /// Parses a signature in hexadecimal, with or without `0x`.
  ///
  /// - Parameters:
  ///   - text: The wallet's answer.
  ///   - form: The accepted lengths.
  /// - Throws: `malformed_signature`, `high_s`, or `unsupported_contract_signature` for a signature that only a
  ///   contract wallet can create.
  public init(parsing text: String, form: SignatureForm = .full) throws(SIWEError) {
    guard text.utf8.count <= Self.maximumText else {
      throw SIWEError(code: .malformedSignature, reason: "The signature is too long.")
    }
    let bytes: [UInt8]
    do throws(EncodingsError) {
      bytes = try Hex.decode(text)
    } catch {
      throw SIWEError(code: .malformedSignature, reason: "The signature is not hexadecimal text.")
    }
    try self.init(bytes: bytes, form: form)
  }

  /// Parses a signature of 65 bytes: r, s and v. v is 27 or 28, or 0 or 1 as in some wallets and hardware
  /// devices. The larger v of EIP-155 is only valid for transactions and is refused.
  ///
  /// - Parameters:
  ///   - bytes: The signature.
  ///   - form: The accepted lengths.
  /// - Throws: The errors of ``init(parsing:form:)``.
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
        reason: "The signature has 64 bytes. The compact form (EIP-2098) is not accepted.")
    case (Self.length + 1)...:
      throw Self.contractSignature(bytes)
    default:
      throw SIWEError(
        code: .malformedSignature, reason: "The signature has \(bytes.count) bytes, not 65.")
    }
  }

  /// r and s of a signature with at least 64 bytes.
  private static func halves(of bytes: [UInt8]) -> (r: SignatureScalar, s: SignatureScalar) {
    bytes.withUnsafeBytes { bytes in
      (
        SignatureScalar(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[0..<32])),
        SignatureScalar(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[32..<64]))
      )
    }
  }

  /// The error for more than 65 bytes, which only a contract can verify.
  private static func contractSignature(_ bytes: [UInt8]) -> SIWEError {
    // ERC-6492: a wrapped signature ends in 32 bytes of 0x6492…
    let isWrapped =
      bytes.count >= 32 && zip(bytes.suffix(32), 0...).allSatisfy { $0 == ($1 % 2 == 0 ? 0x64 : 0x92) }
    return SIWEError(
      code: .unsupportedContractSignature,
      reason: isWrapped
        ? "The signature belongs to a contract wallet that is not deployed yet (ERC-6492). Such wallets are not supported."
        : "The signature has \(bytes.count) bytes, like that of a contract wallet (EIP-1271). Such wallets are not supported."
    )
  }
}

/// The accepted lengths of a signature.
///
/// The compact form is another encoding of the same signature. A system that records used signatures by their
/// bytes would not recognize it, so it is accepted only on request.
public enum SignatureForm: Sendable, Hashable {
  /// r, s and v in 65 bytes, the format of `personal_sign`.
  case full
  /// 65 bytes, or 64 with the parity in the highest bit of s (EIP-2098).
  case fullOrCompact
}
