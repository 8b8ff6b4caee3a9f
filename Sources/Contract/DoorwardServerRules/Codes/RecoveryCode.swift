/// A code that a user keeps on paper and that works once, in place of the other second factors.
///
/// It has ten characters of Crockford's base32, 50 bits: digits and capitals without I, L, O and U.
package struct RecoveryCode: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of codes that a user gets at once.
  package static let setCount = 10
  /// The number of characters of a code.
  package static let length = 10
  private static let alphabet = [UInt8]("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The characters in ASCII, without the hyphen.
  package let characters: [UInt8]

  private init(random: (_ count: Int) throws -> [UInt8]) rethrows {
    // The alphabet has 32 characters, so each is equally likely.
    characters = try random(Self.length).map { Self.alphabet[Int($0 & 31)] }
  }

  /// Draws ``setCount`` codes, each different from the others.
  ///
  /// - Parameter random: returns as many unpredictable bytes as requested.
  /// - Returns: the codes. The user sees them once.
  /// - Throws: the error of `random`.
  package static func newSet(random: (_ count: Int) throws -> [UInt8]) rethrows -> [RecoveryCode] {
    var codes: [RecoveryCode] = []
    while codes.count < setCount {
      let code = try RecoveryCode(random: random)
      if !codes.contains(where: { $0.characters == code.characters }) { codes.append(code) }
    }
    return codes
  }

  /// Parses a code as typed. Case, spaces and hyphens are ignored. I and L are read as 1, and O as 0.
  ///
  /// - Returns: nil if the text is not a code.
  package init?(typed text: String) {
    guard let typed = TypedCharacters.lettersAndDigits(of: text), typed.count == Self.length else {
      return nil
    }
    var characters: [UInt8] = []
    for character in typed {
      let capital = character >= UInt8(ascii: "a") ? character - 0x20 : character
      let meant: UInt8 =
        switch capital {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        default: capital
        }
      guard Self.alphabet.contains(meant) else { return nil }
      characters.append(meant)
    }
    self.characters = characters
  }

  /// The code as the user sees it: `XXXXX-XXXXX`.
  package var shown: String {
    let text = String(decoding: characters, as: UTF8.self)
    return "\(text.prefix(Self.length / 2))-\(text.suffix(Self.length / 2))"
  }

  /// Hides the code.
  package var description: String { "RecoveryCode" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
