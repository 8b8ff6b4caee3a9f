package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

/// The code that a user reads on a device and types on the page: eight letters, 34 bits (RFC 8628 §6.1).
package struct UserCode: Sendable, Equatable {
  /// The alphabet has no vowels, so that codes do not form words, and no letters that look like digits.
  package static let alphabet = [UInt8]("BCDFGHJKLMNPQRSTVWXZ".utf8)
  package static let length = 8
  private static let longestTyped = 64

  package let letters: [UInt8]

  package init(random: RandomSource) throws {
    var letters: [UInt8] = []
    while letters.count < Self.length {
      // 240 is the largest multiple of 20 in a byte. Higher values would favor some letters.
      for byte in try random.bytes(2 * Self.length) where byte < 240 && letters.count < Self.length {
        letters.append(Self.alphabet[Int(byte % 20)])
      }
    }
    self.letters = letters
  }

  /// Parses typed text. Case and separators are ignored.
  package init?(typed text: String) {
    guard text.utf8.count <= Self.longestTyped else { return nil }
    var letters: [UInt8] = []
    for unit in text.utf8 {
      switch unit {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): letters.append(unit - 0x20)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): letters.append(unit)
      default: continue
      }
    }
    guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
    self.letters = letters
  }

  /// The code as the device and the page show it: `XXXX-XXXX`.
  package var shown: String {
    let text = String(decoding: letters, as: UTF8.self)
    return "\(text.prefix(4))-\(text.suffix(4))"
  }

  package func hash(under key: DerivedKey) throws -> [UInt8] {
    try key.authenticate([[UInt8]("user-code".utf8), letters])
  }
}
