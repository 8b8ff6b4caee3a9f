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
    return writer.bytes
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

private struct JSONWriter {
  var bytes: [UInt8] = []
  let forHTML: Bool

  init(forHTML: Bool) {
    self.forHTML = forHTML
    bytes.reserveCapacity(256)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      // The loop uses indices, because copying a member would change its reference counts.
      for place in object.members.indices {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        write(object.members[place].key)
        bytes.append(UInt8(ascii: ":"))
        write(object.members[place].value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { characters in
      guard containsEscapes(characters) else { return bytes.append(contentsOf: characters) }
      var start = 0
      for place in characters.indices {
        let byte = characters[place]
        guard mayNeedEscape(byte), let (escape, length) = escape(byte, at: place, in: characters) else {
          continue
        }
        append(characters, start..<place)
        bytes.append(contentsOf: escape.utf8)
        start = place + length
      }
      append(characters, start..<characters.count)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ characters: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[range]))
  }

  /// Whether any byte may need an escape. Most texts have none.
  private func containsEscapes(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
    if forHTML { return true }
    // A loop that stops at the first one takes less time for the few bytes of a name.
    if characters.count < 32 { return characters.contains(where: mayNeedEscape) }
    var found: UInt8 = 0
    for byte in characters { found |= Self.escaped(byte) }
    return ByteClass.isMember(found)
  }

  /// Whether ``escape(_:at:in:)`` may have an escape for the byte. Most bytes need none.
  @inline(__always)
  private func mayNeedEscape(_ byte: UInt8) -> Bool { forHTML || ByteClass.isMember(Self.escaped(byte)) }

  /// The class of the bytes that may need an escape in every text.
  @inline(__always)
  private static func escaped(_ byte: UInt8) -> UInt8 {
    ByteClass.control(byte) | ByteClass.only(UInt8(ascii: "\""), byte)
      | ByteClass.only(UInt8(ascii: "\\"), byte) | ByteClass.only(0xE2, byte)
  }

  /// The escape of the character at `place`, and the number of bytes it replaces; nil if it is not escaped.
  private func escape(
    _ byte: UInt8, at place: Int, in characters: UnsafeBufferPointer<UInt8>
  ) -> (String, Int)? {
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0D: return ("\\r", 1)
    case 0x09: return ("\\t", 1)
    case 0..<0x20: return ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16), 1)
    case UInt8(ascii: "<") where forHTML: return ("\\u003c", 1)
    case UInt8(ascii: ">") where forHTML: return ("\\u003e", 1)
    case UInt8(ascii: "&") where forHTML: return ("\\u0026", 1)
    case 0xE2:
      // A Swift string is well-formed UTF-8, so two more bytes follow.
      guard characters.count - place >= 3, characters[place + 1] == 0x80 else { return nil }
      switch characters[place + 2] {
      case 0xA8: return ("\\u2028", 3)
      case 0xA9: return ("\\u2029", 3)
      default: return nil
      }
    default: return nil
    }
  }
}
