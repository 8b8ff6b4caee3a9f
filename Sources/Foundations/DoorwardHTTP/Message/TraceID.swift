import Encodings

/// Creates the ids of requests: 16 random bytes (W3C Trace Context §3.2.2.3).
///
/// The id never comes from a client's `traceparent`: a client could give two requests the same id in the logs. See
/// ``TraceParent``.
public enum TraceID {
  /// The number of bytes.
  package static let length = 16

  /// The text of an id.
  package static func text(of bytes: [UInt8]) -> String { Hex.encode(bytes) }

  /// A new id: 32 lower-case hexadecimal digits.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// A new id from a random number generator.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    for _ in 0..<2 {
      let word: UInt64 = generator.next()
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return text(of: bytes)
  }
}
