internal import Encodings

/// The entries of a CBOR map in their original order. Each key occurs once.
public struct CBORMap: Sendable {
  /// One entry.
  public struct Entry: Sendable, Hashable {
    /// The key, an item of any kind.
    public let key: CBORValue
    /// The value.
    public let value: CBORValue
  }

  /// The entries, in order.
  public private(set) var entries: [Entry] = []

  /// Creates a map without entries.
  public init() {}

  /// Creates a map of these entries. If a key occurs twice, its first value is kept.
  public init(_ entries: some Sequence<(CBORValue, CBORValue)>) {
    for (key, value) in entries where self[key] == nil {
      self.entries.append(Entry(key: key, value: value))
    }
  }

  /// Takes entries that are known to have different keys.
  init(unique entries: [Entry]) { self.entries = entries }

  /// The number of entries.
  public var count: Int { entries.count }

  /// Whether the map has no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a key; nil if the map does not have the key. The search takes linear time.
  public subscript(key: CBORValue) -> CBORValue? { entries.first { $0.key == key }?.value }

  /// The value of a text key, compared by bytes; nil if the map does not have the key.
  public subscript(key: String) -> CBORValue? {
    for entry in entries {
      if case .text(let text) = entry.key, sameBytes(text, key) { return entry.value }
    }
    return nil
  }

  /// The value of an integer key; nil if the map does not have the key.
  public subscript(key: Int64) -> CBORValue? {
    for entry in entries where entry.key.int64 == key { return entry.value }
    return nil
  }
}

extension CBORMap: Hashable {
  /// Whether both maps have the same entries, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    left.entries.count == right.entries.count
      && (left.entries == right.entries || Set(left.entries) == Set(right.entries))
  }

  public func hash(into hasher: inout Hasher) {
    // The hashes of the entries are added, so that their order does not matter.
    var sum = 0
    for entry in entries { sum = sum &+ entry.hashValue }
    hasher.combine(sum)
  }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) { self.init(elements) }
}
