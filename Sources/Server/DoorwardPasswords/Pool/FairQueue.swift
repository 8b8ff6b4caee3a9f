/// A bounded queue that serves its keys in turn: each key gets the same share, however many elements it queues.
struct FairQueue<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  /// The result of adding an element.
  enum Admission {
    case queued
    /// The element is queued. The newest element of the key with the most elements was removed.
    case queuedInstead(of: Element)
    case full
  }

  private struct Entry: Sendable {
    let id: UInt64
    let element: Element
  }

  private let limit: Int
  private var entries: [Key: [Entry]] = [:]
  /// The keys with elements, in the order of their turns.
  private var turns: [Key] = []
  private(set) var count = 0

  /// - Parameter limit: the most elements.
  init(limit: Int) { self.limit = limit }

  /// Adds an element. If the queue is full, the newest element of the key with the most elements is removed, so that
  /// one key cannot fill the queue. A key never gets more elements than another key by this.
  ///
  /// `id` is a number that no other element has. `key` is the key whose share the element uses.
  ///
  /// - Returns: whether the element is queued, and which element was removed.
  mutating func push(_ element: Element, id: UInt64, for key: Key) -> Admission {
    guard count >= limit else {
      append(Entry(id: id, element: element), to: key)
      return .queued
    }
    let largest = turns.max { (entries[$0]?.count ?? 0) < (entries[$1]?.count ?? 0) }
    guard let largest, let newest = entries[largest]?.last,
      let most = entries[largest]?.count, (entries[key]?.count ?? 0) + 1 < most
    else { return .full }
    _ = remove(id: newest.id, for: largest)
    append(Entry(id: id, element: element), to: key)
    return .queuedInstead(of: newest.element)
  }

  /// Takes the oldest element of the key whose turn it is.
  mutating func pop() -> Element? {
    guard let key = turns.first, let entry = entries[key]?.first else { return nil }
    turns.removeFirst()
    entries[key]?.removeFirst()
    if entries[key]?.isEmpty == true { entries[key] = nil } else { turns.append(key) }
    count -= 1
    return entry.element
  }

  /// Removes an element that waits.
  mutating func remove(id: UInt64, for key: Key) -> Element? {
    guard let place = entries[key]?.firstIndex(where: { $0.id == id }),
      let entry = entries[key]?.remove(at: place)
    else { return nil }
    if entries[key]?.isEmpty == true {
      entries[key] = nil
      turns.removeAll { $0 == key }
    }
    count -= 1
    return entry.element
  }

  private mutating func append(_ entry: Entry, to key: Key) {
    if entries[key] == nil { turns.append(key) }
    entries[key, default: []].append(entry)
    count += 1
  }
}
