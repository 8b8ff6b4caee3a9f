#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cuts a stream into lines and never holds more of it than one line and one read.
///
/// A read gives what has arrived, so whoever types at the other end of a pipe is answered line by line,
/// and a file comes in large pieces.
struct LineReader {
  /// A line without its end, or what stands for one that was too long to keep.
  enum Line: Sendable {
    case bytes([UInt8])
    case tooLong
  }

  /// The longest line that is kept, in bytes: the largest transaction that is read fits in base64.
  static let maximumLength = 8 << 20
  /// The most lines given at once, which bounds what their answers take.
  private static let maximumBatch = 1024
  private static let readSize = 256 * 1024
  private static let newline = UInt8(ascii: "\n")

  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: readSize)
  /// What of `chunk` was read and is not yet cut.
  private var rest = 0..<0
  /// The beginning of a line whose end has not come.
  private var partial: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for lines and gives those that are there; none once the stream has ended.
  ///
  /// The last line counts whether or not it has an end.
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

/// The stream could not be read on.
struct ReadFailure: Error {
  let reason: String
}
