/// The members of a JSON object, in the order they were written, each name once (RFC 8259 §4).
public struct JSONObject: Sendable {
  /// One member.
  public typealias Member = (key: String, value: JSONValue)

  /// Beyond this many members a lookup goes through an index, so that a hostile object of many
  /// members costs no quadratic time.
  private static let indexThreshold = 24

  private var members: [Member] = []
  private var index: [JSONKey: Int]?

  /// Makes an object without members.
  public init() {}

  /// Makes an object of these members. Of a member named twice, the last value stands in the first's place.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The member of this name. Setting replaces it in its place, or appends it; setting nil removes it.
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

  /// Adds a member unless the name is taken; answers whether it was added.
  mutating func appendUnique(_ key: String, _ value: JSONValue) -> Bool {
    guard position(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  private func position(of key: String) -> Int? {
    if let index { return index[JSONKey(key)] }
    // Places, not members, are walked: taking a member out would count references on it.
    return members.indices.first { sameBytes(members[$0].key, key) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
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
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.count == rhs.count && lhs.allSatisfy { rhs[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    // Members are combined by a sum, which does not see their order.
    var sum = 0
    for (key, value) in members {
      var member = Hasher()
      member.combine(JSONKey(key))
      member.combine(value)
      sum = sum &+ member.finalize()
    }
    hasher.combine(sum)
  }
}
