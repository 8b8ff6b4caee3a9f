/// The members of a JSON object in their original order. Each name occurs once (RFC 8259 §4).
public struct JSONObject: Sendable {
  /// One member.
  public typealias Member = (key: String, value: JSONValue)

  /// Larger objects are searched with an index, so that a hostile object of many members does not take quadratic
  /// time.
  private static let indexThreshold = 24

  /// A member as it is stored. Arrays of structs are copied and destroyed faster than arrays of tuples.
  struct Entry: Sendable {
    let key: String
    var value: JSONValue
  }

  private(set) var members: [Entry] = []
  private var index: [JSONKey: Int]?

  /// Creates an object without members.
  public init() {}

  /// Creates an object of these members. If a name occurs twice, the last value takes the first one's position.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members.reserveCapacity(members.underestimatedCount)
    for (key, value) in members {
      if let place = position(of: key) { self.members[place].value = value } else { append(key, value) }
    }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether the object has no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The member of this name. Setting a value replaces the member in its position, or appends it. Setting nil
  /// removes it.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(key, value)
      case (let place?, nil):
        members.remove(at: place)
        rebuildIndex()
      case (nil, nil): break
      }
    }
  }

  /// Sets each member of another object, also a member whose value is null.
  package mutating func set(_ others: JSONObject) {
    for other in others { self[other.key] = other.value }
  }

  mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Adds a member unless the name exists. Returns whether the member was added.
  mutating func appendUnique(_ key: String, _ value: JSONValue) -> Bool {
    guard position(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  private func position(of key: String) -> Int? {
    if let index { return index[JSONKey(key)] }
    let length = key.utf8.count
    // The loop uses indices, because copying a member would change its reference counts. Names of the same length are
    // compared with `==` first, because that is fast for short ASCII texts.
    for place in members.indices
    where members[place].key.utf8.count == length && members[place].key == key
      && sameBytes(members[place].key, key)
    {
      return place
    }
    return nil
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append(Entry(key: key, value: value))
    if index != nil {
      index?[JSONKey(key)] = members.count - 1
    } else if members.count > Self.indexThreshold {
      rebuildIndex()
    }
  }

  private mutating func rebuildIndex() {
    guard members.count > Self.indexThreshold else {
      index = nil
      return
    }
    var places: [JSONKey: Int] = [:]
    places.reserveCapacity(members.count * 2)
    for (place, member) in members.enumerated() { places[JSONKey(member.key)] = place }
    index = places
  }
}

extension JSONObject: Sequence {
  /// Gives the members in order.
  public struct Iterator: IteratorProtocol {
    private var members: IndexingIterator<[Entry]>

    fileprivate init(_ members: [Entry]) { self.members = members.makeIterator() }

    public mutating func next() -> Member? { members.next().map { ($0.key, $0.value) } }
  }

  public func makeIterator() -> Iterator { Iterator(members) }
}

extension JSONObject: Hashable {
  /// Whether both objects have the same members, in any order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.count == rhs.count && lhs.allSatisfy { rhs[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    // The hashes of the members are added, so that their order does not matter.
    var sum = 0
    for entry in members {
      var member = Hasher()
      member.combine(JSONKey(entry.key))
      member.combine(entry.value)
      sum = sum &+ member.finalize()
    }
    hasher.combine(sum)
  }
}

/// A string that is compared and hashed by its bytes, so that canonically equivalent member names stay different.
struct JSONKey: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (lhs: Self, rhs: Self) -> Bool { sameBytes(lhs.text, rhs.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension JSONObject {
  /// This object, changed by a JSON Merge Patch (RFC 7396 §2). The parser that read the patch limits its depth.
  package func merging(patch: JSONObject) -> JSONObject {
    var result = self
    // Removed members are left out in one pass. Removing many members one by one would take quadratic time.
    if patch.contains(where: { $0.value == .null }) {
      result = JSONObject()
      for entry in members where patch[entry.key] != .null { result.append(entry.key, entry.value) }
    }
    for member in patch {
      switch member.value {
      case .null: break
      case .object(let child):
        result[member.key] = .object((result[member.key]?.object ?? JSONObject()).merging(patch: child))
      default: result[member.key] = member.value
      }
    }
    return result
  }
}
