import Encodings

/// Names and values in `application/x-www-form-urlencoded` (WHATWG URL §5.1), parsed strictly.
///
/// Duplicates are kept, so that the caller can reject them: OAuth forbids them (RFC 6749 §3.1). Two parsers
/// disagree if one takes the first value and the other takes the last.
public struct FormURLEncoded: Sendable, Hashable {
  /// One name and its value, decoded.
  public struct Item: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  /// All items in order.
  public let items: [Item]

  /// - Parameters:
  ///   - text: The encoded form. An empty text gives no items.
  ///   - maximumItems: The most items that are accepted.
  /// - Returns: The form.
  /// - Throws: ``HTTPError`` (`malformed_form`) for a malformed escape, bytes that are not UTF-8, a NUL or too many
  ///   items.
  public static func parse(_ text: String, maximumItems: Int = 256) throws(HTTPError) -> FormURLEncoded {
    try parse(utf8: text.utf8, maximumItems: maximumItems)
  }

  /// Parses a body; see ``parse(_:maximumItems:)``.
  public static func parse(_ bytes: [UInt8], maximumItems: Int = 256) throws(HTTPError) -> FormURLEncoded {
    try parse(utf8: bytes, maximumItems: maximumItems)
  }

  /// The value of the first item of that name.
  public subscript(name: String) -> String? {
    items.first { $0.name == name }?.value
  }

  /// The values of every item of that name.
  public func values(for name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
  }

  /// The value of a parameter that may occur once.
  /// - Throws: ``HTTPError`` (`duplicate_parameter`) if the parameter occurs twice.
  public func single(_ name: String) throws(HTTPError) -> String? {
    let values = values(for: name)
    guard values.count <= 1 else {
      throw HTTPError(.duplicateParameter, "The parameter \"\(name)\" may occur once only.")
    }
    return values.first
  }

  /// The names that occur more than once.
  public var duplicateNames: Set<String> {
    var seen: Set<String> = []
    return Set(items.map(\.name).filter { !seen.insert($0).inserted })
  }

  private static func parse(
    utf8: some Collection<UInt8>, maximumItems: Int
  ) throws(HTTPError) -> FormURLEncoded {
    var items: [Item] = []
    for part in utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
      guard items.count < maximumItems else {
        throw HTTPError(.malformedForm, "A form may have up to \(maximumItems) parameters.")
      }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let name = try decode(part[..<(equals ?? part.endIndex)])
      let value = try equals.map { index throws(HTTPError) in try decode(part[part.index(after: index)...]) }
      items.append(Item(name: name, value: value ?? ""))
    }
    return FormURLEncoded(items: items)
  }

  private static func decode(_ encoded: some Collection<UInt8>) throws(HTTPError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var iterator = encoded.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"):
        bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(Hex.value), let low = iterator.next().flatMap(Hex.value)
        else {
          throw HTTPError(.malformedForm, "A percent sign must be followed by two hexadecimal digits.")
        }
        bytes.append(high << 4 | low)
      default:
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0), let text = text(ofUTF8: bytes) else {
      throw HTTPError(.malformedForm, "A parameter is not UTF-8 text, or contains a NUL.")
    }
    return text
  }
}
