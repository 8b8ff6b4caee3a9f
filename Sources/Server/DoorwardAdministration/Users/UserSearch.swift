import DoorwardIdentifiers
import DoorwardSignIn
import DoorwardStore

/// Finds users by the start of an identifier, of a name or of the id.
struct UserSearch: Sendable {
  /// The kinds of identities whose identifiers people know. Those of passkeys are random.
  private let kinds: [IdentityKey.Kind]
  private let limit: Int

  init(kinds: [IdentityKey.Kind] = SignInMethods.searchableKinds, limit: Int) {
    self.kinds = kinds
    self.limit = limit
  }

  /// The users, the one whose identifier or id is the whole text first. Each query reads a range of an index.
  func users(_ text: String, in snapshot: any StoreReading) throws -> [User.ID] {
    var found: [User.ID] = []
    if let id = User.ID(text), let user = try snapshot.user(id) { found.append(user.id) }
    if let identifier = try? SignInIdentifier(text),
      let exact = try snapshot.identity(named: identifier.identity)
    {
      found.append(exact.userID)
    }
    for kind in kinds {
      for prefix in Self.spellings(of: text, as: kind) {
        found += try snapshot.users(withIdentifier: prefix, of: kind, limit: limit)
      }
    }
    found += try snapshot.users(named: text, limit: limit)
    if let (lowest, highest) = Self.ids(startingWith: text) {
      found += try snapshot.users(from: lowest, to: highest, limit: limit)
    }
    var seen: Set<User.ID> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
  }

  /// The text, the text in lower case, in which addresses are stored, and the whole identifier that it may be, such as an
  /// address of Ethereum in another letter case.
  private static func spellings(of text: String, as kind: IdentityKey.Kind) -> [String] {
    var spellings = [text]
    for other in [text.lowercased(), SignInMethods.canonicalIdentifier(text, of: kind)] {
      if let other, !spellings.contains(other) { spellings.append(other) }
    }
    return spellings
  }

  /// The first and the last id that start with a text of at least four digits; nil for any other text.
  static func ids(startingWith text: String) -> (User.ID, User.ID)? {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (4...32).contains(digits.utf8.count), digits.utf8.allSatisfy(isHexDigit) else { return nil }
    let missing = 32 - digits.utf8.count
    guard let lowest = id(digits + String(repeating: "0", count: missing)),
      let highest = id(digits + String(repeating: "f", count: missing))
    else { return nil }
    return (lowest, highest)
  }

  private static func id(_ digits: String) -> User.ID? {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return User.ID(text)
  }

  private static func isHexDigit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(unit)
  }
}
