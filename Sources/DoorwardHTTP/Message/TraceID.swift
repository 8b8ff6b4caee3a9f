import Encodings

/// Names for requests: 16 random bytes, as W3C Trace Context has them (§3.2.2.3).
///
/// A `traceparent` that a client sends is not honored: a name that an outsider chooses could make two
/// requests look like one in the logs.
public enum TraceID {
  /// A new name: 32 lower-case hexadecimal digits.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// A new name from the given randomness.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for _ in 0..<2 {
      let word: UInt64 = generator.next()
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return Hex.encode(bytes)
  }
}
