extension JSONValue {
  /// Encodes this value as a JSON text in UTF-8, without white space, with the members in their order.
  ///
  /// The same value always gives the same bytes. Control characters, U+2028 and U+2029 are escaped. Older JavaScript
  /// reads the latter two as line ends.
  ///
  /// - Parameter forHTML: Whether `<`, `>` and `&` are escaped too, so that the text cannot end a `<script>`
  ///   element.
  /// - Returns: The text, in UTF-8.
  public func serialized(forHTML: Bool = false) -> [UInt8] {
    var writer = JSONWriter(forHTML: forHTML)
    writer.write(self)
    return writer.finish()
  }

  /// Encodes this value as a JSON text; see ``serialized(forHTML:)``.
  public func serializedString(forHTML: Bool = false) -> String {
    String(decoding: serialized(forHTML: forHTML), as: UTF8.self)
  }
}

extension JSONObject {
  /// Encodes this object as a JSON text in UTF-8; see ``JSONValue/serialized(forHTML:)``.
  public func serialized(forHTML: Bool = false) -> [UInt8] {
    JSONValue.object(self).serialized(forHTML: forHTML)
  }
}
