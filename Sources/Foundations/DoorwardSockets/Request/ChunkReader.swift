import DoorwardHTTP
import Encodings

/// Decodes a chunked body (RFC 9112 §7.1). Extensions and trailers are read and ignored.
struct ChunkReader {
  private enum Stage {
    case size
    case data(remaining: Int)
    case dataEnd
    case trailers
  }

  private var stage = Stage.size
  private var trailerBytes = 0

  /// Longer than any size line with extensions that a client has a reason to send.
  private static let maximumSizeLine = 1024

  /// Moves the decoded bytes to `body`.
  ///
  /// - Returns: Whether the body is complete.
  /// - Throws: ``Problem`` 400 for a malformed chunk, 413 above the limit of the body, 431 for trailers above the
  ///   limit of the header section.
  mutating func read(
    _ lines: inout LineReader, into body: inout [UInt8], limit: Int,
    _ configuration: SocketTransportConfiguration
  ) throws(Problem) -> Bool {
    while true {
      switch stage {
      case .size:
        guard let line = try lines.next() else {
          guard lines.count <= Self.maximumSizeLine else { throw .malformedChunk }
          return false
        }
        let size = try Self.size(line, limit: limit)
        guard size <= limit - body.count else {
          throw .bodyTooLarge(limit: limit)
        }
        stage = size == 0 ? .trailers : .data(remaining: size)
      case .data(let remaining):
        let part = lines.take(upTo: remaining)
        body += part
        guard part.count == remaining else {
          stage = .data(remaining: remaining - part.count)
          return false
        }
        stage = .dataEnd
      case .dataEnd:
        let end = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        guard lines.starts(with: end) else {
          guard lines.isPrefix(of: end) else { throw .malformedChunk }
          return false
        }
        _ = lines.take(upTo: end.count)
        stage = .size
      case .trailers:
        let line = try lines.next()
        trailerBytes += line.map { $0.count + 2 } ?? 0
        guard trailerBytes + (line == nil ? lines.count : 0) <= configuration.maximumHeaderBytes else {
          throw .headersTooLarge("The trailers may have up to \(configuration.maximumHeaderBytes) bytes.")
        }
        guard let line else { return false }
        if line.isEmpty { return true }
      }
    }
  }

  /// `1*HEXDIG`, and an extension after a semicolon.
  private static func size(_ line: [UInt8], limit: Int) throws(Problem) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard !digits.isEmpty, line.count <= maximumSizeLine else { throw .malformedChunk }
    var size = 0
    for digit in digits {
      guard let value = Hex.value(of: digit) else { throw .malformedChunk }
      // A size above the limit is not increased further, so it cannot overflow.
      size = size > limit ? size : size << 4 | Int(value)
    }
    return size
  }
}
