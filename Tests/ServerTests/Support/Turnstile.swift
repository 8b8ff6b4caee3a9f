/// Lets so many in at once; the others wait for their turn.
actor Turnstile {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int) { free = capacity }

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
