internal import BinaryEncodings
internal import Encodings

/// The text form of keys and signatures: a curve, a colon, and bytes in base58.
///
/// As in NEAR's own tools, a text without a colon is Ed25519, and the prefix may be in upper case. The written
/// form always has the prefix in lower case.
struct CurvePrefixedText {
  /// More than 65 bytes need, and short enough for a conversion with quadratic cost.
  private static let maximumBase58 = 128

  let curve: NEARCurve
  let bytes: [UInt8]

  /// Parses the text of a value with the given name.
  ///
  /// - Throws: `unsupported_curve`, or `malformed` for anything that is not base58.
  init(parsing text: String, of name: String, malformed: NEARError.Code) throws(NEARError) {
    var encoded = text[...]
    var curve = NEARCurve.ed25519
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      guard let named = Self.curve(prefix: text.utf8[..<colon]) else {
        throw NEARError(
          code: .unsupportedCurve, reason: "A \(name) must begin with \"ed25519:\" or \"secp256k1:\".")
      }
      curve = named
      encoded = text[text.utf8.index(after: colon)...]
    }
    do throws(EncodingsError) {
      bytes = try Base58.decode(String(encoded), limit: Self.maximumBase58)
    } catch {
      throw NEARError(code: malformed, reason: "The \(name) is not base58 of the required length.")
    }
    self.curve = curve
  }

  /// Writes the text.
  static func write(_ curve: NEARCurve, _ bytes: [UInt8]) -> String {
    "\(curve.rawValue):\(Base58.encode(bytes))"
  }

  private static func curve(prefix: Substring.UTF8View) -> NEARCurve? {
    NEARCurve.allCases.first { curve in
      curve.rawValue.utf8.elementsEqual(prefix) { expected, character in
        expected == (character &- UInt8(ascii: "A") < 26 ? character | 0x20 : character)
      }
    }
  }
}
