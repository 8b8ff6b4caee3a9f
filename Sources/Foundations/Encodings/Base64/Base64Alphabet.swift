/// A strict codec for one of the two alphabets of RFC 4648.
///
/// ``Base64`` and ``Base64URL`` use this codec with their own alphabet and padding rule. Decoding accepts exactly
/// the texts that encoding produces, so a value has one text.
struct Base64Alphabet: Sendable {
  private static let invalid: UInt8 = 0xff

  let padded: Bool
  private let characters: [UInt8]
  private let values: [UInt8]

  init(_ alphabet: StaticString, padded: Bool) {
    self.padded = padded
    let characters = alphabet.withUTF8Buffer { Array($0) }
    var values = [UInt8](repeating: Self.invalid, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    self.characters = characters
    self.values = values
  }

  func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let count = encodedCount(bytes.count)
    return String(unsafeUninitializedCapacity: count) { text in
      write(bytes, to: text, count)
      return count
    }
  }

  /// Appends the encoded text to a text in UTF-8.
  func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    let start = text.count
    let count = encodedCount(bytes.count)
    text.append(contentsOf: repeatElement(0, count: count))
    text.withUnsafeMutableBufferPointer { write(bytes, to: .init(rebasing: $0[start...]), count) }
  }

  private func encodedCount(_ count: Int) -> Int {
    let remainder = count % 3
    return count / 3 * 4 + (remainder == 0 ? 0 : padded ? 4 : remainder + 1)
  }

  private func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>, _ count: Int
  ) {
    characters.withUnsafeBufferPointer { characters in
      var source = 0
      var target = 0
      func put(_ sextet: UInt32) {
        text[target] = characters[Int(sextet & 63)]
        target &+= 1
      }
      while source &+ 3 <= bytes.count {
        let group =
          UInt32(bytes[source]) << 16 | UInt32(bytes[source &+ 1]) << 8 | UInt32(bytes[source &+ 2])
        put(group >> 18)
        put(group >> 12)
        put(group >> 6)
        put(group)
        source &+= 3
      }
      switch bytes.count - source {
      case 1:
        let group = UInt32(bytes[source])
        put(group >> 2)
        put(group << 4)
      case 2:
        let group = UInt32(bytes[source]) << 8 | UInt32(bytes[source &+ 1])
        put(group >> 10)
        put(group >> 4)
        put(group << 2)
      default: break
      }
      while target < count {
        text[target] = UInt8(ascii: "=")
        target &+= 1
      }
    }
  }

  func decode(_ text: UnsafeBufferPointer<UInt8>) throws(EncodingsError) -> [UInt8] {
    var length = text.count
    if padded {
      guard length.isMultiple(of: 4) else {
        throw EncodingsError(code: .invalidPadding, reason: "Base64 text is not padded to groups of four.")
      }
      if length > 0, text[length - 1] == UInt8(ascii: "=") {
        length -= text[length - 2] == UInt8(ascii: "=") ? 2 : 1
      }
    }
    let remainder = length % 4
    guard remainder != 1 else {
      throw EncodingsError(code: .invalidLength, reason: "Base64 text has a length that no bytes encode to.")
    }
    let count = length / 4 * 3 + (remainder == 0 ? 0 : remainder - 1)
    var seen: UInt32 = 0
    var leftover: UInt32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      values.withUnsafeBufferPointer { values in
        var source = 0
        var target = 0
        // An invalid character sets bits above the sextet. They are checked once, at the end.
        func value(_ offset: Int) -> UInt32 { UInt32(values[Int(text[source &+ offset])]) }
        while source &+ 4 <= length {
          let (a, b, c, d) = (value(0), value(1), value(2), value(3))
          seen |= a | b | c | d
          let group = a << 18 | b << 12 | c << 6 | d
          bytes[target] = UInt8(truncatingIfNeeded: group >> 16)
          bytes[target &+ 1] = UInt8(truncatingIfNeeded: group >> 8)
          bytes[target &+ 2] = UInt8(truncatingIfNeeded: group)
          source &+= 4
          target &+= 3
        }
        if remainder == 2 {
          let (a, b) = (value(0), value(1))
          seen |= a | b
          leftover = b & 15
          bytes[target] = UInt8(truncatingIfNeeded: a << 2 | b >> 4)
        } else if remainder == 3 {
          let (a, b, c) = (value(0), value(1), value(2))
          seen |= a | b | c
          leftover = c & 3
          bytes[target] = UInt8(truncatingIfNeeded: a << 2 | b >> 4)
          bytes[target &+ 1] = UInt8(truncatingIfNeeded: b << 4 | c >> 2)
        }
      }
      initialized = count
    }
    guard seen < 64 else {
      throw EncodingsError(code: .invalidCharacter, reason: "Text holds a character that is not base64.")
    }
    // RFC 4648 §3.5: pad bits must be zero. Otherwise several texts would decode to the same bytes.
    guard leftover == 0 else {
      throw EncodingsError(code: .notCanonical, reason: "Base64 text has bits set after its last byte.")
    }
    return bytes
  }

  func decode(_ text: String) throws(EncodingsError) -> [UInt8] {
    try text.readUTF8 { utf8 throws(EncodingsError) in try decode(utf8) }
  }
}
