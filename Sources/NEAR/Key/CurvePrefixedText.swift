internal import Encodings

/// The text form that keys and signatures share: a curve, a colon, and bytes in base58.
///
/// As NEAR's own tools do, text without a colon is taken as Ed25519 and the prefix is read in either
/// case; it is always written, in lower case.
struct CurvePrefixedText {
  /// Far more than 65 bytes need, and little enough for a conversion of quadratic cost.
  private static let maximumBase58 = 128

  let curve: NEARCurve
  let bytes: [UInt8]

  /// Reads the text of a `name`.
  ///
  /// - Throws: `unsupported_curve`, or `malformed` for anything that is not base58.
  init(parsing text: String, of name: String, malformed: NEARError.Code) throws(NEARError) {
    var encoded = text[...]
    var curve = NEARCurve.ed25519
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      guard let named = Self.curve(prefix: text.utf8[..<colon]) else {
        throw NEARError(
          code: .unsupportedCurve, reason: "A \(name) begins with \"ed25519:\" or \"secp256k1:\".")
      }
      curve = named
      encoded = text[text.utf8.index(after: colon)...]
    }
    do throws(EncodingsError) {
      bytes = try Base58.decode(String(encoded), limit: Self.maximumBase58)
    } catch {
      throw NEARError(code: malformed, reason: "The \(name) is not base58 text of its length.")
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
