/// The one-time codes that a server in development prints on standard error: `address: subject: code`.
actor PrintedCodes {
  private var unread: [String: [String]] = [:]
  private var watchers: [AsyncStream<Never>.Continuation] = []
  private var hasEnded = false

  /// Takes note of a line of the server.
  func add(_ line: String) {
    let parts = line.split(separator: ": ")
    guard let address = parts.first, let code = parts.last, code.count == 6,
      code.allSatisfy({ $0.isNumber })
    else { return }
    unread[address.lowercased(), default: []].append(String(code))
    wake()
  }

  /// The server has ended.
  func end() {
    hasEnded = true
    wake()
  }

  private func wake() {
    for watcher in watchers { watcher.finish() }
    watchers = []
  }

  /// Waits for a code that was not returned before; nil if the server ends or the task is cancelled without one.
  func next(to address: String) async -> String? {
    let address = address.lowercased()
    while unread[address]?.isEmpty ?? true {
      guard !hasEnded, !Task.isCancelled else { return nil }
      let (change, watcher) = AsyncStream<Never>.makeStream()
      watchers.append(watcher)
      for await _ in change {}
    }
    return unread[address]?.removeFirst()
  }
}
