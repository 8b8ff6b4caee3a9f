public import BinaryEncodings

/// A message in the format of `personal_sign` (EIP-191, version `0x45`).
///
/// The signed bytes begin with a prefix that no transaction has, and with the length of the message. A
/// signature over a message is therefore never valid for a transaction.
public struct PersonalMessage: Sendable, Hashable {
  /// The bytes of the message, without the prefix.
  public let bytes: [UInt8]

  /// Creates a message from bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a message from text in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The signed Keccak-256 hash of `0x19`, `Ethereum Signed Message:`, a line feed, the length in decimal
  /// digits, and the bytes.
  public var hash: [UInt8] { digest.bytes }

  /// The signed hash as a value without heap storage.
  public var digest: Keccak256.Digest { bytes.withUnsafeBytes { Self.digest(of: $0) } }

  /// The signed hash of a message in a buffer. Allocates no heap memory.
  public static func digest(of message: UnsafeRawBufferPointer) -> Keccak256.Digest {
    // 26 bytes of prefix and at most 19 digits of length.
    withUnsafeTemporaryAllocation(byteCount: prefix.utf8CodeUnitCount + 20, alignment: 1) { header in
      var length = prefix.withUTF8Buffer { text in
        header.copyMemory(from: UnsafeRawBufferPointer(text))
        return text.count
      }
      var weight = 1
      while message.count / weight >= 10 { weight *= 10 }
      while weight > 0 {
        header[length] = UInt8(ascii: "0") + UInt8(message.count / weight % 10)
        weight /= 10
        length += 1
      }
      return Keccak256.digest(of: UnsafeRawBufferPointer(rebasing: header[..<length]), message)
    }
  }

  private static let prefix: StaticString = "\u{19}Ethereum Signed Message:\n"
}

extension SIWEMessage {
  /// The hash that an account signs for this message (EIP-191). Allocates no heap memory.
  public var personalDigest: Keccak256.Digest {
    withTextBytes { PersonalMessage.digest(of: UnsafeRawBufferPointer($0)) }
  }
}
