public import Encodings

/// Reads Borsh (borsh.io §Specification) from untrusted bytes.
///
/// Every read returns a value or throws. A length is checked against the remaining bytes before memory is
/// allocated, so memory stays within a small multiple of the input. Call ``finish()`` at the end: then writing the
/// value again gives the same bytes.
public struct BorshReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a reader at the first byte.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of unread bytes.
  public var remaining: Int { bytes.count - position }

  /// The byte at an offset from the position, without reading it; nil past the end.
  public func peek(_ offset: Int = 0) -> UInt8? {
    offset >= 0 && offset < remaining ? bytes[position + offset] : nil
  }

  // MARK: Integers

  /// Reads one byte: a `u8`, or the case of an enum.
  ///
  /// - Throws: `truncated` if bytes are missing, as does every read below.
  public mutating func u8() throws(EncodingsError) -> UInt8 { try integer() }

  /// Reads a `u16`.
  public mutating func u16() throws(EncodingsError) -> UInt16 { try integer() }

  /// Reads a `u32`.
  public mutating func u32() throws(EncodingsError) -> UInt32 { try integer() }

  /// Reads a `u64`.
  public mutating func u64() throws(EncodingsError) -> UInt64 { try integer() }

  /// Reads a `u128` as two halves.
  public mutating func u128() throws(EncodingsError) -> (high: UInt64, low: UInt64) {
    let low: UInt64 = try integer()
    return (high: try integer(), low: low)
  }

  /// Reads a `bool`.
  ///
  /// - Throws: `invalid_tag` for a byte other than 0 and 1.
  public mutating func bool() throws(EncodingsError) -> Bool {
    switch try u8() {
    case 0: return false
    case 1: return true
    case let tag: throw .borshTag(tag, of: "bool")
    }
  }

  // MARK: Bytes and text

  /// Reads an array of fixed length, `[u8; n]`.
  public mutating func fixed(_ count: Int) throws(EncodingsError) -> [UInt8] {
    Array(try take(count))
  }

  /// Reads a `Vec<u8>`.
  public mutating func vector() throws(EncodingsError) -> [UInt8] {
    try fixed(count())
  }

  /// Reads a `String`.
  ///
  /// - Throws: `invalid_utf8` for bytes that are not UTF-8.
  public mutating func string() throws(EncodingsError) -> String {
    let utf8 = try take(count())
    let text = String(decoding: utf8, as: UTF8.self)
    // Decoding replaces invalid UTF-8, so the comparison of the bytes fails.
    guard text.utf8.elementsEqual(utf8) else {
      throw EncodingsError(code: .invalidUTF8, reason: "Borsh text is not UTF-8.")
    }
    return text
  }

  // MARK: Composites

  /// Reads the count of a `Vec`. Rejects a count that the remaining bytes cannot hold.
  ///
  /// - Parameter size: The minimum number of bytes of an element, at least 1.
  /// - Returns: The number of elements.
  /// - Throws: `truncated`.
  public mutating func count(ofElements size: Int = 1) throws(EncodingsError) -> Int {
    let count = Int(try u32())
    guard count <= remaining / max(size, 1) else { throw .borshTruncated }
    return count
  }

  /// Reads an `Option`.
  ///
  /// - Throws: `invalid_tag` for a byte other than 0 and 1, and the errors of `read`.
  public mutating func option<Value>(_ read: (inout BorshReader) throws -> Value) throws -> Value? {
    try bool() ? try read(&self) : nil
  }

  /// Reads a `Vec`.
  ///
  /// - Parameters:
  ///   - size: The minimum number of bytes of an element, at least 1.
  ///   - read: Reads one element.
  /// - Returns: The elements.
  /// - Throws: `truncated` if the remaining bytes cannot hold the elements, and the errors of `read`.
  public mutating func vector<Element>(
    ofElements size: Int, _ read: (inout BorshReader) throws -> Element
  ) throws -> [Element] {
    let count = try count(ofElements: size)
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  /// Checks that all bytes were read.
  ///
  /// - Throws: `trailing_bytes`.
  public func finish() throws(EncodingsError) {
    guard remaining == 0 else {
      throw EncodingsError(code: .trailingBytes, reason: "\(remaining) bytes follow the Borsh value.")
    }
  }

  private mutating func take(_ count: Int) throws(EncodingsError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .borshTruncated }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func integer<Value: FixedWidthInteger>() throws(EncodingsError) -> Value {
    let size = MemoryLayout<Value>.size
    guard size <= remaining else { throw .borshTruncated }
    defer { position += size }
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Value.self))
    }
  }
}

extension EncodingsError.Code {
  /// The bytes end inside a value.
  public static let truncated = EncodingsError.Code(rawValue: "truncated")
  /// Bytes follow the value.
  public static let trailingBytes = EncodingsError.Code(rawValue: "trailing_bytes")
  /// Text is not UTF-8.
  public static let invalidUTF8 = EncodingsError.Code(rawValue: "invalid_utf8")
  /// A tag byte has an undefined value.
  public static let invalidTag = EncodingsError.Code(rawValue: "invalid_tag")
}

extension EncodingsError {
  static var borshTruncated: EncodingsError {
    EncodingsError(code: .truncated, reason: "The Borsh bytes end before the value they began.")
  }

  static func borshTag(_ tag: UInt8, of type: String) -> EncodingsError {
    EncodingsError(code: .invalidTag, reason: "\(tag) is not the first byte of a Borsh \(type).")
  }
}
