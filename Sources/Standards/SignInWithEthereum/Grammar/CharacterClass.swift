/// The character classes of RFC 3986 and RFC 5234 that EIP-4361 uses, as bits of a table over bytes.
struct CharacterClass: OptionSet, Sendable {
  let rawValue: UInt16

  static let alpha = CharacterClass(rawValue: 1 << 0)
  static let digit = CharacterClass(rawValue: 1 << 1)
  static let hexDigit = CharacterClass(rawValue: 1 << 2)
  /// The characters after the first letter of a scheme.
  static let scheme = CharacterClass(rawValue: 1 << 3)
  /// unreserved / sub-delims
  static let registeredName = CharacterClass(rawValue: 1 << 4)
  /// unreserved / sub-delims / ":"
  static let userinfo = CharacterClass(rawValue: 1 << 5)
  /// pchar, except percent-encoded characters
  static let pathCharacter = CharacterClass(rawValue: 1 << 6)
  /// pchar / "/"
  static let path = CharacterClass(rawValue: 1 << 7)
  /// pchar / "/" / "?", of a query or fragment
  static let query = CharacterClass(rawValue: 1 << 8)
  /// reserved / unreserved / " " (EIP-4361 §ABNF: no percent sign)
  static let statement = CharacterClass(rawValue: 1 << 9)

  /// The classes of each byte. Bytes beyond ASCII have no class.
  static let table: [UInt16] = (0..<256).map { classes(of: UInt8($0)).rawValue }

  private static func classes(of byte: UInt8) -> CharacterClass {
    let isDigit = ("0"..."9").contains(UnicodeScalar(byte))
    let isAlpha = ("a"..."z").contains(UnicodeScalar(byte | 0x20)) && byte < 0x80
    let unreserved = isAlpha || isDigit || isOne(byte, of: "-._~")
    let subDelims = isOne(byte, of: "!$&'()*+,;=")
    let pathCharacter = unreserved || subDelims || isOne(byte, of: ":@")
    var classes: CharacterClass = []
    if isAlpha { classes.insert(.alpha) }
    if isDigit { classes.insert(.digit) }
    if isDigit || (isAlpha && byte | 0x20 <= UInt8(ascii: "f")) { classes.insert(.hexDigit) }
    if isAlpha || isDigit || isOne(byte, of: "+-.") { classes.insert(.scheme) }
    if unreserved || subDelims { classes.insert(.registeredName) }
    if unreserved || subDelims || byte == UInt8(ascii: ":") { classes.insert(.userinfo) }
    if pathCharacter { classes.insert(.pathCharacter) }
    if pathCharacter || byte == UInt8(ascii: "/") { classes.insert(.path) }
    if pathCharacter || isOne(byte, of: "/?") { classes.insert(.query) }
    if unreserved || subDelims || isOne(byte, of: ":/?#[]@ ") { classes.insert(.statement) }
    return classes
  }

  private static func isOne(_ byte: UInt8, of characters: String) -> Bool {
    characters.utf8.contains(byte)
  }
}
