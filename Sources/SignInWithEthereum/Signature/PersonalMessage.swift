public import Encodings

/// A message as `personal_sign` signs it (EIP-191, version `0x45`).
///
/// The bytes are prefixed with a text that no transaction begins with and with their own count, so a
/// signature over a message can never be one over a transaction.
public struct PersonalMessage: Sendable, Hashable {
  /// The bytes of the message, without the prefix.
  public let bytes: [UInt8]

  /// A message of bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A message of text, as UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The Keccak-256 that is signed: of `0x19`, `Ethereum Signed Message:`, a line feed, the decimal
  /// count of bytes, and the bytes.
  public var hash: [UInt8] { digest.bytes }

  /// The hash that is signed, by value.
  public var digest: Keccak256.Digest { bytes.withUnsafeBytes { Self.digest(of: $0) } }

  /// The hash that is signed for a message held in a buffer. Allocates nothing.
  public static func digest(of message: UnsafeRawBufferPointer) -> Keccak256.Digest {
    // 26 bytes of prefix and at most 19 digits of count.
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
  /// The hash an account signs for this message (EIP-191). Allocates nothing.
  public var personalDigest: Keccak256.Digest {
    withTextBytes { PersonalMessage.digest(of: UnsafeRawBufferPointer($0)) }
  }
}
