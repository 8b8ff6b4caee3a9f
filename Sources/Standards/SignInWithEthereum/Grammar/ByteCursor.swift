/// A position in a text of UTF-8 bytes, with the parsing steps of the grammar.
///
/// The buffers are borrowed for one parse. Every read is checked against the count, and the table has an entry
/// for every byte.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let classes: UnsafeBufferPointer<UInt16>
  private(set) var position = 0

  /// Calls a closure with a cursor at the start of a text.
  static func over<R>(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (inout ByteCursor) -> R) -> R {
    CharacterClass.table.withUnsafeBufferPointer { classes in
      var cursor = ByteCursor(bytes: bytes, classes: classes)
      return body(&cursor)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, classes: UnsafeBufferPointer<UInt16>) {
    self.bytes = bytes
    self.classes = classes
  }

  /// Whether the cursor is at the end.
  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The bytes of a range before the cursor.
  func bytes(_ range: TextRange) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range.range])
  }

  /// Moves back to an earlier position.
  mutating func rewind(to earlier: Int) { position = earlier }

  /// Whether the next byte is this character.
  @inline(__always)
  func isAt(_ character: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(truncatingIfNeeded: character.value)
  }

  /// Advances past a character if it is next.
  @inline(__always)
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    position &+= 1
    return true
  }

  /// Advances past a text if it is next.
  @inline(__always)
  mutating func take(literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count &- position >= count else { return false }
    let expected = literal.utf8Start
    for offset in 0..<count where bytes[position &+ offset] != expected[offset] { return false }
    position &+= count
    return true
  }

  /// Advances past one character of a class if it is next.
  @inline(__always)
  mutating func takeOne(_ accepted: CharacterClass) -> Bool {
    guard position < bytes.count, contains(accepted, bytes[position]) else { return false }
    position &+= 1
    return true
  }

  /// Advances past all following characters of a class, and returns their range.
  @inline(__always)
  @discardableResult
  mutating func takeAll(_ accepted: CharacterClass) -> TextRange {
    let start = position
    while position < bytes.count, contains(accepted, bytes[position]) { position &+= 1 }
    return TextRange(start, position)
  }

  /// Advances past all following characters of a class and percent-encoded characters (RFC 3986 §2.1).
  @inline(__always)
  @discardableResult
  mutating func takeAllOrEncoded(_ accepted: CharacterClass) -> TextRange {
    let start = position
    while true {
      takeAll(accepted)
      guard isAt("%"), bytes.count &- position >= 3, contains(.hexDigit, bytes[position &+ 1]),
        contains(.hexDigit, bytes[position &+ 2])
      else { return TextRange(start, position) }
      position &+= 3
    }
  }

  /// Advances to the next line feed or the end.
  @inline(__always)
  mutating func takeLine() -> TextRange {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position &+= 1 }
    return TextRange(start, position)
  }

  @inline(__always)
  private func contains(_ accepted: CharacterClass, _ byte: UInt8) -> Bool {
    classes[Int(byte)] & accepted.rawValue != 0
  }
}

/// The range of a field in its text, in bytes. Texts are much shorter than 2^32 bytes.
struct TextRange: Sendable, Hashable {
  private let lower: UInt32
  private let upper: UInt32

  @inline(__always)
  init(_ lower: Int, _ upper: Int) {
    self.lower = UInt32(truncatingIfNeeded: lower)
    self.upper = UInt32(truncatingIfNeeded: upper)
  }

  var range: Range<Int> { Int(lower)..<Int(upper) }
  var isEmpty: Bool { lower == upper }
  var count: Int { Int(upper &- lower) }
}
