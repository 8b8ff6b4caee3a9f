/// Decodes one item after the other. Every read checks the remaining length.
struct CBORDecoder {
  static let deepest = 64

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private let form: CBORForm
  private let maxDepth: Int

  init(bytes: UnsafeBufferPointer<UInt8>, position: Int, form: CBORForm, maxDepth: Int) {
    self.bytes = bytes
    self.position = position
    self.form = form
    self.maxDepth = maxDepth
  }

  /// The first byte of an item and its argument (RFC 8949 §3).
  private struct Head {
    let major: UInt8
    let info: UInt8
    let argument: UInt64
    let start: Int

    /// The additional information 31: the length is not given, and a break follows the last element.
    var isIndefinite: Bool { info == 31 }
  }

  mutating func item(depth: Int) throws(CBORError) -> CBORValue {
    try item(head(), depth: depth)
  }

  private mutating func item(_ head: Head, depth: Int) throws(CBORError) -> CBORValue {
    switch head.major {
    case 0: return .unsigned(head.argument)
    case 1: return .negative(head.argument)
    case 2: return .bytes(Array(try string(head)))
    case 3: return .text(try text(head))
    case 4: return .array(try array(head, depth: depth + 1))
    case 5: return .map(CBORMap(unique: try map(head, depth: depth + 1)))
    case 6:
      guard form == .wellFormed else {
        throw CBORError(code: .notCanonical, problem: "canonical CBOR has no tags", offset: head.start)
      }
      try enter(depth + 1, head)
      return .tagged(head.argument, try item(depth: depth + 1))
    default: return try simple(head)
    }
  }

  // MARK: Heads

  private mutating func head() throws(CBORError) -> Head {
    let start = position
    guard position < bytes.count else { throw truncated() }
    let first = bytes[position]
    position += 1
    let (major, info) = (first >> 5, first & 31)
    switch info {
    case 0..<24: return Head(major: major, info: info, argument: UInt64(info), start: start)
    case 24...27:
      let argument = try number(1 << Int(info - 24))
      // RFC 8949 §4.2.1: an argument is as short as possible. The argument of major type 7 is a value, not a length.
      let smallest: UInt64 = info == 24 ? 24 : 1 << (8 << (UInt64(info) - 25))
      if form != .wellFormed, major != 7, argument < smallest {
        throw CBORError(
          code: .notCanonical, problem: "an integer or a length is not as short as possible", offset: start)
      }
      return Head(major: major, info: info, argument: argument, start: start)
    case 31 where (2...5).contains(major):
      guard form == .wellFormed else {
        throw CBORError(code: .notCanonical, problem: "canonical CBOR gives every length", offset: start)
      }
      return Head(major: major, info: info, argument: 0, start: start)
    default:
      // 28 to 30 are reserved; 31 is the break, which is not an item, or an integer or tag without an argument.
      throw CBORError(
        code: .malformed, problem: "the byte \(first) does not begin a CBOR item", offset: start)
    }
  }

  private mutating func number(_ count: Int) throws(CBORError) -> UInt64 {
    guard count <= bytes.count - position else { throw truncated() }
    var value: UInt64 = 0
    for index in position..<position + count { value = value << 8 | UInt64(bytes[index]) }
    position += count
    return value
  }

  /// Whether the next byte is the break that ends an item of indefinite length. The break is read.
  private mutating func isBreak() throws(CBORError) -> Bool {
    guard position < bytes.count else { throw truncated() }
    guard bytes[position] == 0xff else { return false }
    position += 1
    return true
  }

  private func enter(_ depth: Int, _ head: Head) throws(CBORError) {
    guard depth <= maxDepth else {
      throw CBORError(
        code: .tooDeep, problem: "the CBOR is nested deeper than \(maxDepth) levels", offset: head.start)
    }
  }

  private func truncated() -> CBORError {
    CBORError(code: .truncated, problem: "the CBOR ends within an item", offset: bytes.count)
  }

  // MARK: Strings

  private mutating func string(_ head: Head) throws(CBORError) -> ArraySlice<UInt8> {
    guard head.isIndefinite else { return try chunk(head)[...] }
    // RFC 8949 §3.2.3: the chunks are strings of definite length of the same major type.
    var joined: [UInt8] = []
    while try !isBreak() {
      let part = try self.head()
      guard part.major == head.major, !part.isIndefinite else {
        throw CBORError(code: .malformed, problem: "a string has a chunk of another kind", offset: part.start)
      }
      joined += try chunk(part)
    }
    return joined[...]
  }

  private mutating func chunk(_ head: Head) throws(CBORError) -> [UInt8] {
    guard let count = Int(exactly: head.argument), count <= bytes.count - position else { throw truncated() }
    defer { position += count }
    let chunk = Array(bytes[position..<position + count])
    if head.major == 3 { _ = try utf8(chunk, head) }
    return chunk
  }

  private mutating func text(_ head: Head) throws(CBORError) -> String {
    try utf8(Array(string(head)), head)
  }

  private func utf8(_ bytes: [UInt8], _ head: Head) throws(CBORError) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid UTF-8, so the comparison of the bytes fails.
    guard text.utf8.elementsEqual(bytes) else {
      throw CBORError(code: .invalidUTF8, problem: "a text string is not UTF-8", offset: head.start)
    }
    return text
  }

  // MARK: Arrays and maps

  private mutating func array(_ head: Head, depth: Int) throws(CBORError) -> [CBORValue] {
    try enter(depth, head)
    var elements: [CBORValue] = []
    if head.isIndefinite {
      while try !isBreak() { elements.append(try item(depth: depth)) }
      return elements
    }
    // Each element takes at least one byte, so a count beyond the remaining bytes is refused before memory is reserved.
    guard let count = Int(exactly: head.argument), count <= bytes.count - position else { throw truncated() }
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try item(depth: depth)) }
    return elements
  }

  private mutating func map(_ head: Head, depth: Int) throws(CBORError) -> [CBORMap.Entry] {
    try enter(depth, head)
    var entries = Entries(isSorted: form == .ctap2Canonical)
    if head.isIndefinite {
      while try !isBreak() { try entry(into: &entries, depth: depth) }
      return entries.entries
    }
    guard let count = Int(exactly: head.argument), count <= (bytes.count - position) / 2 else {
      throw truncated()
    }
    entries.entries.reserveCapacity(count)
    for _ in 0..<count { try entry(into: &entries, depth: depth) }
    return entries.entries
  }

  private mutating func entry(into entries: inout Entries, depth: Int) throws(CBORError) {
    let start = position
    let key = try item(depth: depth)
    try entries.check(key, at: start..<position, of: bytes)
    entries.entries.append(CBORMap.Entry(key: key, value: try item(depth: depth)))
  }

  /// The entries of a map so far, and the key with which the next one is compared.
  private struct Entries {
    let isSorted: Bool
    var entries: [CBORMap.Entry] = []
    private var last: Range<Int>?
    private var keys: Set<CBORValue> = []

    init(isSorted: Bool) { self.isSorted = isSorted }

    mutating func check(
      _ key: CBORValue, at place: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
    ) throws(CBORError) {
      guard isSorted else {
        guard keys.insert(key).inserted else { throw Self.duplicate(place) }
        return
      }
      if let last {
        let (a, b) = (bytes[last], bytes[place])
        guard !a.elementsEqual(b) else { throw Self.duplicate(place) }
        guard CBOR.precedes(a, b) else {
          throw CBORError(
            code: .notCanonical, problem: "the keys of a map are not sorted", offset: place.lowerBound)
        }
      }
      last = place
    }

    private static func duplicate(_ place: Range<Int>) -> CBORError {
      CBORError(code: .duplicateKey, problem: "a map has the same key twice", offset: place.lowerBound)
    }
  }

  // MARK: Simple values and floating-point numbers

  private func simple(_ head: Head) throws(CBORError) -> CBORValue {
    switch head.info {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 23: return .undefined
    case 0..<20: return .simple(head.info)
    case 24:
      // RFC 8949 §3.3: values below 32 have no form of two bytes.
      guard let value = UInt8(exactly: head.argument), value >= 32 else {
        throw CBORError(code: .malformed, problem: "a simple value is not well-formed", offset: head.start)
      }
      return .simple(value)
    case 25: return .float(CBORHalf.double(UInt16(truncatingIfNeeded: head.argument)))
    case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument))))
    default: return .float(Double(bitPattern: head.argument))
    }
  }
}
