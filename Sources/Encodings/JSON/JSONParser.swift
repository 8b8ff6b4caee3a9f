/// Reads JSON texts (RFC 8259) from whoever sends them.
///
/// The reader is total: any bytes are answered with a value or a ``JSONError``. It is stricter than
/// the standard demands where laxness has been the way in: a member named twice is refused (the
/// names compared after unescaping), as are bytes that are not UTF-8, a byte order mark, surrogates
/// without their partner, and texts larger or deeper than the limits.
public enum JSONParser {
  /// Reads one JSON text and nothing else.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - limits: how much the text may ask; by default 1 MiB and 32 levels.
  /// - Returns: the value.
  /// - Throws: ``JSONError`` saying what is wrong and at which byte.
  public static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue
  {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in try parse(buffer, limits: limits) }
    }
    return try result.get()
  }

  /// Reads one JSON text and nothing else.
  ///
  /// - Throws: ``JSONError`` saying what is wrong and at which byte.
  public static func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    try text.readUTF8 { buffer throws(JSONError) in try parse(buffer, limits: limits) }
  }

  /// Reads one JSON text straight from a buffer, which is not kept.
  ///
  /// - Throws: ``JSONError`` saying what is wrong and at which byte.
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
