/// A place in a text held as UTF-8 bytes, and the steps a grammar takes from it.
///
/// The buffers are borrowed for one parse. Every read is guarded by the count, and the table has an
/// entry for every byte.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let classes: UnsafeBufferPointer<UInt16>
  private(set) var position = 0

  /// Lends a cursor at the start of a text.
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

  /// Whether nothing is left.
  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The bytes of a range this cursor has passed.
  func bytes(_ range: TextRange) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range.range])
  }

  /// Goes back to an earlier position.
  mutating func rewind(to earlier: Int) { position = earlier }

  /// Whether the next byte is this character.
  @inline(__always)
  func isAt(_ character: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(truncatingIfNeeded: character.value)
  }

  /// Passes one character if it is next.
  @inline(__always)
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    position &+= 1
    return true
  }

  /// Passes a text if it is next, letter for letter.
  @inline(__always)
  mutating func take(literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count &- position >= count else { return false }
    let expected = literal.utf8Start
    for offset in 0..<count where bytes[position &+ offset] != expected[offset] { return false }
    position &+= count
    return true
  }

  /// Passes one character of a class if it is next.
  @inline(__always)
  mutating func takeOne(_ accepted: CharacterClass) -> Bool {
    guard position < bytes.count, contains(accepted, bytes[position]) else { return false }
    position &+= 1
    return true
  }

  /// Passes all the characters of a class that are next, and says where they are.
  @inline(__always)
  @discardableResult
  mutating func takeAll(_ accepted: CharacterClass) -> TextRange {
    let start = position
    while position < bytes.count, contains(accepted, bytes[position]) { position &+= 1 }
    return TextRange(start, position)
  }

  /// Passes all the characters of a class and percent-encoded ones (RFC 3986 §2.1) that are next.
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

  /// Passes everything up to a line feed or the end.
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

/// Where a field stands in its text, in bytes. Texts are bounded far below 2^32.
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
