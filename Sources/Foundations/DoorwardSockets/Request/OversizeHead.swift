import DoorwardHTTP

/// The rest of a head that has passed a limit.
///
/// Browsers send cookies before or after `Accept`, which tells whether the client shows a page. So the reader looks for this field
/// up to the end of the head. All other bytes are dropped, and their number is limited.
struct OversizeHead {
  /// The refusal.
  let problem: Problem
  /// Whether the head has ended, or is longer than the server reads.
  private(set) var isComplete = false

  /// The longest line that is kept until its end. A longer one is not a field that a refusal needs.
  private static let maximumLineBytes = 1024

  private var remaining: Int
  private var line: [UInt8] = []
  private var isLineDropped = false

  init(_ problem: Problem, maximumBytes: Int) {
    self.problem = problem
    remaining = maximumBytes
  }

  /// Reads bytes after the lines that have been taken. It keeps the fields of a refusal in `head`.
  mutating func read(_ bytes: ArraySlice<UInt8>, into head: inout RequestHead) {
    for byte in bytes where !isComplete {
      remaining -= 1
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if !isLineDropped { take(line, into: &head) }
        line = []
        isLineDropped = false
      } else if line.count < Self.maximumLineBytes {
        line.append(byte)
      } else {
        isLineDropped = true
      }
      if remaining == 0 { isComplete = true }
    }
  }

  /// Takes a complete line. An empty one ends the head.
  mutating func take(_ line: [UInt8], into head: inout RequestHead) {
    if line.isEmpty { isComplete = true } else { head.takeFieldOfRefusal(line) }
  }
}
