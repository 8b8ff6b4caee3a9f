internal import Foundation

/// Sends the newest value of a driver to any number of readers. A slow reader gets only the newest one.
@MainActor final class Updates<Value: Sendable> {
  private var readers: [UUID: AsyncStream<Value>.Continuation] = [:]

  deinit { for reader in readers.values { reader.finish() } }

  /// The present value and its changes.
  ///
  /// `isLast` says whether no other follows.
  ///
  /// - Returns: The stream.
  func stream(from present: Value, isLast: Bool) -> AsyncStream<Value> {
    let (stream, reader) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    reader.yield(present)
    if isLast {
      reader.finish()
    } else {
      let id = UUID()
      readers[id] = reader
      reader.onTermination = { [weak self] _ in Task { @MainActor in self?.readers[id] = nil } }
    }
    return stream
  }

  func send(_ value: Value) { for reader in readers.values { reader.yield(value) } }

  /// Ends all streams.
  func finish() {
    for reader in readers.values { reader.finish() }
    readers = [:]
  }
}
