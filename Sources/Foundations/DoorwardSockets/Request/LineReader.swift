import DoorwardHTTP
import DoorwardHTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Received bytes of a connection that have not been read yet. They are read by line or by count.
struct LineReader {
  fileprivate var bytes: [UInt8] = []
  /// The start of the next line.
  fileprivate var position = 0
  /// The position at which the search for the line end continues.
  private var scanned = 0
  /// The bytes taken since the count started.
  private(set) var consumed = 0

  /// The number of bytes that are not taken yet.
  var count: Int { bytes.count - position }
  var isEmpty: Bool { count == 0 }
  /// The next byte.
  var first: UInt8? { isEmpty ? nil : bytes[position] }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    if isEmpty {
      bytes.removeAll(keepingCapacity: true)
      scanned = 0
      position = 0
    } else if position > 16_384 {
      bytes.removeFirst(position)
      scanned -= position
      position = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Restarts the count of taken bytes at 0. Frees large storage if it is empty, because the connection may stay
  /// idle.
  mutating func startCounting() {
    consumed = 0
    guard isEmpty, bytes.capacity > 4096 else { return }
    bytes = []
    position = 0
    scanned = 0
  }

  /// The next line without its CR LF; `nil` before it is complete.
  ///
  /// - Throws: ``Problem`` 400 for a single CR or LF (RFC 9112 §2.2) and for any other control character (RFC 9110
  ///   §5.5).
  mutating func next() throws(Problem) -> [UInt8]? {
    let start = position
    let found = bytes.withUnsafeBufferPointer { Self.lineEnd(in: $0, from: start, scanned: scanned) }
    switch found {
    case .end(let end):
      position = end + 1
      scanned = position
      consumed += position - start
      return Array(bytes[start..<(end - 1)])
    case .none:
      scanned = bytes.count
      return nil
    case .lineFeedAlone, .returnAlone: throw .malformedRequest("A line must end with CR LF.")
    case .control: throw .malformedRequest("A line of a request has no control characters.")
    }
  }

  private enum Search {
    /// The position of the LF that ends the line.
    case end(Int)
    case none
    case lineFeedAlone, returnAlone, control
  }

  private static func lineEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, scanned: Int
  ) -> Search {
    if scanned == start, let end = wellFormedLineEnd(in: bytes, from: start) { return .end(end) }
    var followsReturn = scanned > start && bytes[scanned - 1] == UInt8(ascii: "\r")
    for index in scanned..<bytes.count {
      let byte = bytes[index]
      // Most bytes need no other check.
      if byte >= 0x20, byte != 0x7f, !followsReturn { continue }
      if byte == UInt8(ascii: "\n") { return followsReturn ? .end(index) : .lineFeedAlone }
      guard !followsReturn else { return .returnAlone }
      followsReturn = byte == UInt8(ascii: "\r")
      guard followsReturn || byte == UInt8(ascii: "\t") else { return .control }
    }
    return .none
  }

  /// The position of the first LF, if the bytes before it are a CR and no other control character than tabs.
  ///
  /// Most lines are received at once and are well formed. This takes less time than the search for what is wrong.
  private static func wellFormedLineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = bytes.baseAddress.map({ $0 + start }),
      let found = memchr(first, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return nil }
    let length = UnsafeRawPointer(first).distance(to: UnsafeRawPointer(found))
    guard length > 0, first[length - 1] == UInt8(ascii: "\r"),
      !hasControlCharacter(UnsafeBufferPointer(start: first, count: length - 1))
    else { return nil }
    return start + length
  }

  /// Takes up to `limit` bytes.
  mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
    let end = position + min(limit, count)
    defer {
      consumed += end - position
      position = end
      scanned = end
    }
    return bytes[position..<end]
  }
}

extension LineReader {
  /// Whether the next bytes are `expected`.
  func starts(with expected: [UInt8]) -> Bool { bytes[position...].starts(with: expected) }

  /// Whether all received bytes are a prefix of `expected`.
  func isPrefix(of expected: [UInt8]) -> Bool { expected.starts(with: bytes[position...]) }
}
