#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Splits a stream into lines. It holds at most one line and one read in memory.
///
/// A read returns the bytes that have arrived. So an interactive pipe is answered line by line, and a file is read
/// in large pieces.
struct LineReader {
  /// A line without its end, or a marker for a line that exceeded the limit.
  enum Line: Sendable {
    case bytes([UInt8])
    case tooLong
  }

  /// The longest accepted line, in bytes: the largest accepted transaction fits in base64.
  static let maximumLength = 8 << 20
  /// The most lines returned at once, which bounds the memory of their answers.
  private static let maximumBatch = 1024
  private static let readSize = 256 * 1024
  private static let newline = UInt8(ascii: "\n")

  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: readSize)
  /// The part of `chunk` that has been read and not yet split.
  private var rest = 0..<0
  /// The beginning of an incomplete line.
  private var partial: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for lines and returns those that have arrived; empty if the stream has ended.
  ///
  /// The last line is returned with or without a line end.
  mutating func next() throws(ReadFailure) -> [Line] {
    var lines: [Line] = []
    while lines.isEmpty, !isAtEnd {
      if rest.isEmpty { try fill() }
      while lines.count < Self.maximumBatch, !rest.isEmpty {
        guard let end = chunk[rest].firstIndex(of: Self.newline) else {
          keep(rest)
          rest = 0..<0
          break
        }
        keep(rest.lowerBound..<end)
        lines.append(takeLine())
        rest = (end + 1)..<rest.upperBound
      }
      if isAtEnd, isTooLong || !partial.isEmpty { lines.append(takeLine()) }
    }
    return lines
  }

  private mutating func keep(_ part: Range<Int>) {
    guard !isTooLong, partial.count + part.count <= Self.maximumLength else {
      isTooLong = true
      partial = []
      return
    }
    partial += chunk[part]
  }

  private mutating func takeLine() -> Line {
    defer {
      partial = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .bytes(partial)
  }

  private mutating func fill() throws(ReadFailure) {
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = 0..<count
        return
      }
      if count == 0 {
        isAtEnd = true
        return
      }
      guard errno == EINTR else { throw ReadFailure(reason: String(cString: strerror(errno))) }
    }
  }
}

/// Reading the stream failed.
struct ReadFailure: Error {
  let reason: String
}
