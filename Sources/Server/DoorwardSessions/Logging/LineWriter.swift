import DoorwardSystem

/// Writes lines to a stream on a separate thread, many with one call.
///
/// A caller waits for the stream only if it flushes, or if ``limit`` bytes wait because the reader of the stream is slow.
/// If the process is killed or crashes, the lines that wait are lost.
package final class LineWriter: Sendable {
  /// The time between two calls of the thread.
  private static let pause = Duration.milliseconds(2)
  /// The number of waiting bytes from which a caller writes them.
  private static let limit = 256 << 10

  private let stream: StandardStream
  private let waiting = Monitor<[UInt8]>([])
  /// Locked while bytes are written, so that lines keep their order. Callers may wait for the stream here.
  private let writing = Monitor(())

  /// - Parameter stream: the stream. The thread never ends, so a process makes one writer for a stream.
  package init(_ stream: StandardStream) {
    self.stream = stream
    // Without a thread, lines are written when many wait, and at the end of the process.
    _ = BackgroundThread.start { [self] in
      while true {
        _ = waiting.wait { $0.isEmpty ? nil : () }
        flush()
        BackgroundThread.pause(for: Self.pause)
      }
    }
  }

  /// Adds a line, which includes its newline.
  package func write(_ line: [UInt8]) {
    let count = waiting.signal(wakingAll: false) { waiting in
      waiting += line
      return waiting.count
    }
    if count >= Self.limit { flush() }
  }

  /// Writes all lines, and returns when they are written.
  package func flush() {
    writing.withLock { _ in
      let lines = waiting.withLock { waiting in
        let lines = waiting
        waiting = []
        return lines
      }
      if !lines.isEmpty { stream.write(lines) }
    }
  }
}
