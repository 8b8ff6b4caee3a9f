/// A phone number in E.164 form: `+4915112345678`.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number with its plus sign.
  package let text: String

  /// - Throws: ``AddressError`` `invalid_phone` unless the text is a plus sign and 7 to 15 digits, the first not zero.
  package init(_ text: String) throws(AddressError) {
    let bytes = [UInt8](text.utf8.prefix(17))
    guard (8...16).contains(bytes.count), bytes[0] == UInt8(ascii: "+"), bytes[1] != UInt8(ascii: "0"),
      bytes.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw AddressError(.invalidPhone, "the text is not a phone number: write it as +4915112345678")
    }
    self.text = text
  }

  /// The number for logs: `+49…78`.
  package var masked: String { "\(text.prefix(3))…\(text.suffix(2))" }

  /// Hides the middle of the number.
  package var description: String { masked }
}
