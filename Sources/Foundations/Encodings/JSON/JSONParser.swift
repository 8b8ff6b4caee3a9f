/// Reads untrusted JSON texts (RFC 8259).
///
/// Any input gives a value or a ``JSONError``. The parser is stricter than the standard in cases that have led to
/// attacks. It rejects two members of the same name (compared after unescaping), bytes that are not UTF-8, a byte
/// order mark, unpaired surrogates, and texts above the limits of size and depth. Only ``parse(file:limits:)`` skips a byte order
/// mark, which editors put before a text.
public enum JSONParser {
  /// Reads exactly one JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits of the text; by default 1 MiB and 32 levels.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` with the problem and its byte position.
  public static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue
  {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in try parse(buffer, limits: limits) }
    }
    return try result.get()
  }

  /// Reads exactly one JSON text.
  ///
  /// - Throws: ``JSONError`` with the problem and its byte position.
  public static func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    try text.readUTF8 { buffer throws(JSONError) in try parse(buffer, limits: limits) }
  }

  /// Reads exactly one JSON text from a file that a person has written. A byte order mark before the text is ignored, which
  /// RFC 8259 §8.1 allows: editors on Windows write one.
  ///
  /// - Throws: ``JSONError`` with the problem and its byte position after the mark.
  public static func parse(file: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    try parse(ByteOrderMark.skipped(in: file), limits: limits)
  }

  /// Reads one JSON text from a buffer. The buffer is not kept.
  ///
  /// - Throws: ``JSONError`` with the problem and its byte position.
  public static func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONValue {
    guard buffer.count <= limits.maxBytes else {
      throw JSONError(code: .tooLarge, reason: "the JSON text is longer than \(limits.maxBytes) bytes")
    }
    var scanner = JSONScanner(bytes: buffer, depthLeft: max(0, min(limits.maxDepth, 512)))
    return try scanner.document()
  }
}

/// The limits of a JSON text.
public struct JSONLimits: Sendable, Hashable {
  /// The longest accepted text, in bytes.
  public var maxBytes: Int
  /// The deepest accepted nesting of arrays and objects; `[[]]` is 2 deep.
  ///
  /// The parser recurses once per level, so its limit is 512 even if this value is greater.
  public var maxDepth: Int

  /// Creates limits; by default 1 MiB and 32 levels.
  public init(maxBytes: Int = 1_048_576, maxDepth: Int = 32) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
  }
}
