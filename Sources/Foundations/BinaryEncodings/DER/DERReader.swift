/// Reads DER (X.690 §10), the encoding of certificates and keys, one element after the other.
///
/// The reader is strict: lengths are definite and as short as possible, and tags have numbers below 31 unless the
/// caller asks for more. It holds a range of the bytes and copies nothing.
public struct DERReader: Sendable {
  /// One element: its tag, and the position of its content.
  public struct Element: Sendable, Hashable {
    /// The class and form bits of the first byte, with the tag number in the low bits if it is below 31.
    public let identifier: UInt8
    /// The tag number.
    public let tag: Int
    /// The place of the whole element in the bytes.
    public let range: Range<Int>
    /// The place of the content.
    public let content: Range<Int>

    /// Whether this is a context-specific element of a number (`[number]`), constructed or primitive.
    public func isContext(_ number: Int) -> Bool { identifier >> 6 == 2 && tag == number }
  }

  /// The bytes in which the elements are.
  public let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Reads the elements of some bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether all elements have been read.
  public var isAtEnd: Bool { position >= end }

  /// The first byte of the next element; nil at the end.
  public var nextIdentifier: UInt8? { position < end ? bytes[position] : nil }

  /// A reader of an element's content.
  public func reader(_ element: Element) -> DERReader { DERReader(bytes, element.content) }

  /// The bytes of an element's content.
  public func content(_ element: Element) -> [UInt8] { Array(bytes[element.content]) }

  /// The bytes of a whole element.
  public func encoding(_ element: Element) -> [UInt8] { Array(bytes[element.range]) }

  /// Reads the next element.
  ///
  /// - Throws: ``DERError``: `truncated_der` or `malformed_der`.
  public mutating func next() throws(DERError) -> Element {
    let start = position
    let identifier = try byte()
    var tag = Int(identifier & 31)
    if tag == 31 { tag = try longTag() }
    let length = try length()
    guard length <= end - position else { throw DERError(code: .truncated, offset: start) }
    defer { position += length }
    return Element(
      identifier: identifier, tag: tag, range: start..<position + length,
      content: position..<position + length)
  }

  /// Reads the next element, which must begin with this byte.
  ///
  /// - Throws: ``DERError``: `truncated_der`, `malformed_der` or `unexpected_der`.
  public mutating func next(_ identifier: UInt8) throws(DERError) -> Element {
    let start = position
    let element = try next()
    guard element.identifier == identifier else { throw DERError(code: .unexpected, offset: start) }
    return element
  }

  /// Reads the next element if it begins with this byte.
  ///
  /// - Throws: ``DERError``: `truncated_der` or `malformed_der`.
  public mutating func nextIfPresent(_ identifier: UInt8) throws(DERError) -> Element? {
    guard nextIdentifier == identifier else { return nil }
    return try next()
  }

  /// Reads a SEQUENCE and returns a reader of its elements.
  ///
  /// - Throws: ``DERError``.
  public mutating func sequence() throws(DERError) -> DERReader { reader(try next(0x30)) }

  /// Reads an OCTET STRING.
  ///
  /// - Throws: ``DERError``.
  public mutating func octetString() throws(DERError) -> [UInt8] { content(try next(0x04)) }

  /// Reads an INTEGER that is not negative, in big-endian order without leading zeros; `[0]` for zero.
  ///
  /// - Throws: ``DERError``.
  public mutating func unsignedInteger() throws(DERError) -> [UInt8] {
    let element = try next(0x02)
    let digits = try checkedInteger(element)
    guard digits[0] < 0x80 else { throw DERError(code: .unexpected, offset: element.range.lowerBound) }
    return digits.count > 1 && digits[0] == 0 ? Array(digits.dropFirst()) : digits
  }

  /// Reads an INTEGER or ENUMERATED that fits into 63 bits and is not negative.
  ///
  /// - Throws: ``DERError``.
  public mutating func smallInteger(identifier: UInt8 = 0x02) throws(DERError) -> Int {
    let element = try next(identifier)
    let digits = try checkedInteger(element)
    guard digits[0] < 0x80, digits.count <= 8 else {
      throw DERError(code: .unexpected, offset: element.range.lowerBound)
    }
    return digits.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a BOOLEAN.
  ///
  /// - Throws: ``DERError``.
  public mutating func boolean() throws(DERError) -> Bool {
    let element = try next(0x01)
    switch content(element) {
    case [0x00]: return false
    case [0xff]: return true
    default: throw DERError(code: .malformed, offset: element.range.lowerBound)
    }
  }

  /// Reads an OBJECT IDENTIFIER.
  ///
  /// - Throws: ``DERError``.
  public mutating func objectIdentifier() throws(DERError) -> ASN1ObjectIdentifier {
    let element = try next(0x06)
    let content = content(element)
    guard let last = content.last, last < 0x80 else {
      throw DERError(code: .malformed, offset: element.range.lowerBound)
    }
    return ASN1ObjectIdentifier(content)
  }

  /// Reads a BIT STRING of whole bytes.
  ///
  /// - Throws: ``DERError``.
  public mutating func bitString() throws(DERError) -> [UInt8] {
    let element = try next(0x03)
    guard !element.content.isEmpty, bytes[element.content.lowerBound] == 0 else {
      throw DERError(code: .malformed, offset: element.range.lowerBound)
    }
    return Array(bytes[element.content.dropFirst()])
  }

  /// Reads a BIT STRING of any number of bits.
  ///
  /// - Returns: The bits, the first one highest. Unused bits of the last byte are zero.
  /// - Throws: ``DERError``.
  @discardableResult
  public mutating func bits() throws(DERError) -> [UInt8] {
    let element = try next(0x03)
    let content = bytes[element.content]
    // X.690 §8.6.2 and §11.2.1: the number of unused bits comes first, and the unused bits are zero.
    guard let unused = content.first, unused < 8, let last = content.last,
      unused == 0 || content.count > 1 && last.trailingZeroBitCount >= unused
    else { throw DERError(code: .malformed, offset: element.range.lowerBound) }
    return Array(content.dropFirst())
  }

  /// Checks that all elements have been read.
  ///
  /// - Throws: ``DERError`` `trailing_bytes`.
  public func finish() throws(DERError) {
    guard isAtEnd else { throw DERError(code: .trailingBytes, offset: position) }
  }

  // MARK: Tags and lengths

  private mutating func byte() throws(DERError) -> UInt8 {
    guard position < end else { throw DERError(code: .truncated, offset: position) }
    defer { position += 1 }
    return bytes[position]
  }

  /// X.690 §8.1.2.4: a tag number above 30, in groups of seven bits, as short as possible.
  private mutating func longTag() throws(DERError) -> Int {
    let start = position
    var tag = 0
    while true {
      let next = try byte()
      guard tag < 1 << 24, !(tag == 0 && next == 0x80) else {
        throw DERError(code: .malformed, offset: start)
      }
      tag = tag << 7 | Int(next & 0x7f)
      if next < 0x80 { break }
    }
    guard tag > 30 else { throw DERError(code: .malformed, offset: start) }
    return tag
  }

  /// X.690 §10.1: a definite length, as short as possible.
  private mutating func length() throws(DERError) -> Int {
    let start = position
    let first = try byte()
    guard first >= 0x80 else { return Int(first) }
    let count = Int(first & 0x7f)
    guard (1...4).contains(count) else { throw DERError(code: .malformed, offset: start) }
    var length = 0
    for _ in 0..<count { length = length << 8 | Int(try byte()) }
    guard length >= 0x80, count == 1 || length >> (8 * (count - 1)) != 0 else {
      throw DERError(code: .malformed, offset: start)
    }
    return length
  }

  /// X.690 §8.3.2: the first nine bits of an integer are not all equal.
  private func checkedInteger(_ element: Element) throws(DERError) -> [UInt8] {
    let digits = content(element)
    guard let first = digits.first,
      digits.count == 1 || !(first == 0 && digits[1] < 0x80 || first == 0xff && digits[1] >= 0x80)
    else { throw DERError(code: .malformed, offset: element.range.lowerBound) }
    return digits
  }
}
