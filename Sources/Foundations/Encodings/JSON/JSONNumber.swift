/// A JSON number that keeps its original text (RFC 8259 §6).
///
/// RFC 8259 does not limit size or precision, so the text is kept without loss. Each accessor returns nil if the
/// number does not fit its type.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The original text of the number.
  public let text: String

  /// Creates a number from text of the grammar of RFC 8259 §6; nil for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let end = bytes.withUnsafeBufferPointer { JSONNumber.scan($0, from: 0) }
    guard let end, end == bytes.count else { return nil }
    self.text = text
  }

  /// Creates a number from a whole number.
  @inlinable
  public init(_ value: some BinaryInteger) { self.init(scanned: value.description) }

  /// Creates a number from a floating-point number in its shortest exact form; nil if the value is not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = Int64(exactly: value).map { String($0) } ?? value.description
  }

  /// Takes text that is known to follow the grammar.
  @usableFromInline
  init(scanned text: String) {
    self.text = text
  }

  /// The nearest binary floating-point number; nil if the number is out of range.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  public var description: String { text }
}

extension JSONNumber {
  /// The end of the number that begins at `start`; nil if no number begins there.
  ///
  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    func byte() -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    func skipDigits() -> Bool {
      let first = index
      while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
      return index > first
    }
    if byte() == 0x2D { index += 1 }
    if byte() == 0x30 { index += 1 } else if !skipDigits() { return nil }
    if byte() == 0x2E {
      index += 1
      guard skipDigits() else { return nil }
    }
    if byte() | 0x20 == 0x65 {
      index += 1
      if byte() == 0x2B || byte() == 0x2D { index += 1 }
      guard skipDigits() else { return nil }
    }
    return index
  }
}
