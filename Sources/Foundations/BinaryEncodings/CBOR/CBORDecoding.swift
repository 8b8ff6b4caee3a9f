/// The rules that an encoding must follow.
public enum CBORForm: Sendable, Hashable {
  /// Any well-formed encoding (RFC 8949 §3) whose maps have no duplicate keys (§5.6).
  case wellFormed
  /// The canonical form of CTAP 2 (CTAP 2.1 §8): the shortest lengths and integers, definite lengths, sorted keys, no
  /// tags. A value has exactly one encoding.
  case ctap2Canonical
  /// The canonical form of CTAP 2 with the keys of maps in any order.
  case ctap2Unsorted
}

/// The limits of a CBOR encoding.
public struct CBORLimits: Sendable, Hashable {
  /// The longest accepted encoding, in bytes.
  public var maxBytes: Int
  /// The deepest accepted nesting of arrays, maps and tags; `[[]]` is 2 deep.
  ///
  /// The decoder recurses once per level, so its limit is 64 even if this value is greater.
  public var maxDepth: Int

  /// Creates limits; by default 64 KiB and 16 levels.
  public init(maxBytes: Int = 65_536, maxDepth: Int = 16) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
  }
}

/// Concise Binary Object Representation (RFC 8949).
public enum CBOR {
  /// Decodes bytes that are exactly one item.
  ///
  /// - Parameters:
  ///   - bytes: The encoding.
  ///   - form: The rules that the encoding must follow.
  ///   - limits: The limits of length and depth.
  /// - Returns: The item.
  /// - Throws: ``CBORError``.
  public static func decode(
    _ bytes: [UInt8], form: CBORForm = .wellFormed, limits: CBORLimits = CBORLimits()
  ) throws(CBORError) -> CBORValue {
    let (value, length) = try decodeFirst(bytes, at: 0, form: form, limits: limits)
    guard length == bytes.count else {
      throw CBORError(
        code: .trailingBytes, problem: "\(bytes.count - length) bytes follow the CBOR item", offset: length)
    }
    return value
  }

  /// Decodes the item at an offset. More bytes may follow it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the item.
  ///   - offset: The position of its first byte, at least 0.
  ///   - form: The rules that the encoding must follow.
  ///   - limits: The limits of depth, and of the length from the offset to the end of the bytes.
  /// - Returns: The item, and the position after its last byte.
  /// - Throws: ``CBORError``.
  public static func decodeFirst(
    _ bytes: [UInt8], at offset: Int, form: CBORForm = .wellFormed, limits: CBORLimits = CBORLimits()
  ) throws(CBORError) -> (value: CBORValue, end: Int) {
    guard offset >= 0, offset <= bytes.count else {
      throw CBORError(code: .truncated, problem: "the CBOR item is missing", offset: bytes.count)
    }
    guard bytes.count - offset <= limits.maxBytes else {
      throw CBORError(
        code: .tooLarge, problem: "the CBOR is longer than \(limits.maxBytes) bytes", offset: offset)
    }
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(CBORError) in
        var decoder = CBORDecoder(
          bytes: buffer, position: offset, form: form,
          maxDepth: min(limits.maxDepth, CBORDecoder.deepest))
        return (value: try decoder.item(depth: 0), end: decoder.position)
      }
    }
    return try result.get()
  }
}
