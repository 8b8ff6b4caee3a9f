/// A dictionary of limited size that keeps the entries that were used last.
///
/// The entries are in two generations. When the younger one is full, it becomes the older one, and the entries of the
/// previous older one are dropped. An entry that is used moves to the younger generation.
package struct RecentEntries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var younger: [Key: Value] = [:]
  private var older: [Key: Value] = [:]

  /// - Parameter capacity: The most entries that are kept.
  package init(capacity: Int) { self.capacity = capacity }

  package var count: Int { younger.count + older.count }

  package mutating func value(of key: Key) -> Value? {
    if let value = younger[key] { return value }
    guard let value = older.removeValue(forKey: key) else { return nil }
    keep(value, for: key)
    return value
  }

  package mutating func keep(_ value: Value, for key: Key) {
    younger[key] = value
    guard younger.count >= capacity / 2 else { return }
    older = younger
    younger = [:]
  }
}
