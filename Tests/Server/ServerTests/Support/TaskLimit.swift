/// Limits the number of running tasks; the others wait for their turn.
actor TaskLimit {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int) { free = capacity }

  func acquire() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func release() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
