/// The text of an identifier as people paste it.
///
/// Contacts, mails and chats put invisible characters around addresses and numbers: marks of the writing direction, joiners and
/// spaces without a width. They have the general category `Cf`. No identifier of ours contains one.
enum PastedText {
  /// A text without the invisible characters around it, and without white space next to them.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isPasted = scalars.first.map(isInvisible) ?? false || scalars.last.map(isInvisible) ?? false
    return isPasted ? trimmedOfSpace(text) : text
  }

  /// A text without the invisible characters and the white space around it.
  static func trimmedOfSpace(_ text: String) -> String {
    func isAround(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || isInvisible(scalar) }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isAround($0) }),
      let last = scalars.lastIndex(where: { !isAround($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// A text without invisible characters.
  static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.contains(where: isInvisible) ? String(scalars.filter { !isInvisible($0) }) : text
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format
  }
}
