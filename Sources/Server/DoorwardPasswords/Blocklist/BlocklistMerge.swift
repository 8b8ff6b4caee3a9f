/// Merges sorted runs with a binary heap of their readers.
struct BlocklistMerge {
  private var heap: [BlocklistRunReader] = []

  init(_ runs: [BlocklistRun]) throws(BlocklistError) {
    for run in runs {
      let reader = try BlocklistRunReader(run)
      if reader.first != nil { heap.append(reader) }
    }
    for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
  }

  /// The next key of all runs; nil at the end.
  mutating func next() throws(BlocklistError) -> UInt64? {
    guard let key = heap.first?.first else { return nil }
    try heap[0].advance()
    if heap[0].first == nil {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    if !heap.isEmpty { sink(0) }
    return key
  }

  /// Moves a reader down until its children have larger keys.
  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      let left = 2 * place + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && key(right) < key(left) ? right : left
      guard key(child) < key(place) else { return }
      heap.swapAt(child, place)
      place = child
    }
  }

  private func key(_ place: Int) -> UInt64 { heap[place].first ?? .max }
}
