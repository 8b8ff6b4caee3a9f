/// Writes a JSON text (RFC 8259), without white space.
///
/// A text has one value. An object can be written member by member, so that it need not be in memory:
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("sub", .string(user))
///   json.object("act") { $0.member("sub", .string(actor)) }
/// }
/// let bytes = json.finish()
/// ```
///
/// The writer does not check that the names of the members of an object differ.
package struct JSONWriter: ~Copyable {
  private var text: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  private let forHTML: Bool
  /// Whether a value precedes in the same object or array.
  private var isAfterValue = false

  /// Creates a writer of an empty text.
  ///
  /// - Parameter forHTML: Whether `<`, `>` and `&` are escaped too, so that the text cannot end a `<script>` element.
  package init(forHTML: Bool = false) {
    self.forHTML = forHTML
    capacity = 1024
    text = .allocate(capacity: capacity)
  }

  deinit { text.deallocate() }

  /// The text, in UTF-8.
  package consuming func finish() -> [UInt8] { Array(UnsafeBufferPointer(start: text, count: count)) }

  /// Writes a value.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .number(let number): put(number.text)
    case .string(let text): write(text)
    case .array(let elements):
      put(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { put(UInt8(ascii: ",")) }
        write(element)
      }
      put(UInt8(ascii: "]"))
    case .object(let object):
      self.object { writer in
        // The loop uses indices, because copying a member would change its reference counts.
        for place in object.members.indices {
          writer.member(object.members[place].key, object.members[place].value)
        }
      }
    }
  }

  /// Writes an object.
  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    put(UInt8(ascii: "{"))
    isAfterValue = false
    try members(&self)
    put(UInt8(ascii: "}"))
    isAfterValue = true
  }

  /// Writes a member of the current object.
  package mutating func member(_ name: String, _ value: JSONValue) {
    startMember(name)
    write(value)
    isAfterValue = true
  }

  /// Writes a member of the current object that is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
    startMember(name)
    try object(members)
  }

  private mutating func startMember(_ name: String) {
    if isAfterValue { put(UInt8(ascii: ",")) }
    write(name)
    put(UInt8(ascii: ":"))
  }

  private mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { characters in
      reserve(characters.count + 2)
      append(UInt8(ascii: "\""))
      if JSONEscapes.mayOccur(in: characters, forHTML: forHTML) {
        putEscaped(characters)
        reserve(1)
      } else {
        append(characters)
      }
      append(UInt8(ascii: "\""))
    }
  }

  private mutating func putEscaped(_ characters: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for place in characters.indices {
      guard let (escape, length) = JSONEscapes.escape(at: place, in: characters, forHTML: forHTML) else {
        continue
      }
      put(UnsafeBufferPointer(rebasing: characters[start..<place]))
      put(escape)
      start = place + length
    }
    put(UnsafeBufferPointer(rebasing: characters[start...]))
  }

  private mutating func put(_ ascii: String) {
    var ascii = ascii
    ascii.withUTF8 { put($0) }
  }

  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    append(bytes)
  }

  private mutating func put(_ byte: UInt8) {
    reserve(1)
    append(byte)
  }

  /// Appends a byte that there is room for.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    text[count] = byte
    count &+= 1
  }

  /// Appends bytes that there is room for.
  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    (text + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: text, count: count)
    text.deallocate()
    text = larger
  }
}

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
