/// Scans a JSON text in one pass, with one function per production of the grammar of RFC 8259 §2 to §6.
///
/// Every read of `bytes` is guarded by `index < bytes.count`. The scanner recurses once per level of nesting, and
/// never beyond `depthLeft`.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  var depthLeft: Int

  init(bytes: UnsafeBufferPointer<UInt8>, depthLeft: Int) {
    self.bytes = bytes
    self.depthLeft = depthLeft
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw malformed("text after the JSON value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard index < bytes.count else { throw malformed("the text ends where a value should be") }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      index += 1
      return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    try descend()
    var object = JSONObject()
    if take(UInt8(ascii: "}")) { return ascend(object) }
    // Growing from one member would move the members of nearly every object several times.
    object.reserveCapacity(8)
    repeat {
      skipSpace()
      let start = index
      guard take(UInt8(ascii: "\"")) else { throw malformed("a member must begin with its name in quotes") }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw malformed("a colon must follow the name of a member") }
      let member = try value()
      guard object.appendUnique(key, member) else {
        throw JSONError(code: .duplicateKey, "this member is named twice in its object", at: start)
      }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed("a comma or a closing brace is missing") }
    return ascend(object)
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try descend()
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return ascend(elements) }
    repeat {
      elements.append(try value())
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw malformed("a comma or a closing bracket is missing") }
    return ascend(elements)
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    guard let end = JSONNumber.scan(bytes, from: index) else { throw malformed("this is no JSON value") }
    defer { index = end }
    return JSONNumber(scanned: text(index..<end))
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let length = word.utf8CodeUnitCount
    guard bytes.count - index >= length,
      sameBytes(
        UnsafeBufferPointer(rebasing: bytes[index..<index + length]),
        UnsafeBufferPointer(start: word.utf8Start, count: length))
    else { throw malformed("this is no JSON value") }
    index += length
    return value
  }

  private mutating func descend() throws(JSONError) {
    guard depthLeft > 0 else {
      throw JSONError(code: .tooDeep, "arrays and objects are nested too deep", at: index)
    }
    depthLeft -= 1
    index += 1
  }

  private mutating func ascend<Value>(_ value: Value) -> Value {
    depthLeft += 1
    return value
  }

  /// Skips white space, and then `byte` if it is next.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  func malformed(_ what: String) -> JSONError {
    JSONError(code: .malformed, what, at: index)
  }
}
