import Encodings
import Foundation

/// The users, identities and sessions of the double, in the order in which they were made, so that lists are the same in
/// every run although the clock stands still.
struct AccountBook: Sendable {
  private(set) var users: [User] = []
  private(set) var identities: [Identity] = []
  private(set) var sessions: [Session] = []

  func user(_ id: String) -> User? { users.first { $0.id == id } }
  func session(_ id: String) -> Session? { sessions.first { $0.id == id } }
  func identity(_ key: Identity.Key) -> Identity? { identities.first { $0.key == key } }
  func identities(of user: String) -> [Identity] { identities.filter { $0.user == user } }
  func liveSessions(of user: String, at now: Date) -> [Session] {
    sessions.filter { $0.user == user && $0.isLive(at: now) }
  }

  mutating func insert(_ user: User) { users.append(user) }
  mutating func insert(_ identity: Identity) { identities.append(identity) }
  mutating func insert(_ session: Session) { sessions.append(session) }

  mutating func changeUser(_ id: String, _ body: (inout User) -> Void) {
    if let index = users.firstIndex(where: { $0.id == id }) { body(&users[index]) }
  }

  mutating func changeSession(_ id: String, _ body: (inout Session) -> Void) {
    if let index = sessions.firstIndex(where: { $0.id == id }) { body(&sessions[index]) }
  }

  mutating func changeIdentity(_ id: String, _ body: (inout Identity) -> Void) {
    if let index = identities.firstIndex(where: { $0.id == id }) { body(&identities[index]) }
  }

  /// Removes an identity and ends the sessions that rest on it alone.
  mutating func removeIdentity(_ id: String, at now: Date) {
    identities.removeAll { $0.id == id }
    for session in sessions
    where session.isLive(at: now) && session.proofs.contains(where: { $0.identity == id || $0.factor == id })
    {
      changeSession(session.id) {
        // If a passkey is the second factor, its removal removes all second factors.
        if $0.proofs.contains(where: { $0.factor == id }) { $0.proofs.removeAll { $0.identity == nil } }
        $0.proofs.removeAll { $0.identity == id }
        if $0.proofs.allSatisfy({ $0.identity == nil }) { $0.endedAt = now }
      }
    }
  }

  /// Deletes a user with the user's identities and sessions.
  mutating func delete(_ user: String) {
    users.removeAll { $0.id == user }
    identities.removeAll { $0.user == user }
    sessions.removeAll { $0.user == user }
  }

  /// Deletes the users whose time to keep the account is over.
  mutating func deleteDue(at now: Date) {
    for user in users where user.deletion.map({ $0.dueAt <= now }) == true { delete(user.id) }
  }

  /// Ends a session.
  ///
  /// - Returns: whether it was live.
  @discardableResult mutating func end(_ session: String, at now: Date) -> Bool {
    guard self.session(session)?.isLive(at: now) == true else { return false }
    changeSession(session) { $0.endedAt = now }
    return true
  }

  mutating func endSessions(of user: String, except kept: String?, at now: Date) {
    for session in liveSessions(of: user, at: now) where session.id != kept { end(session.id, at: now) }
  }
}

/// Makes the id of a user, an identity or a session.
func newID() -> String { UUID().uuidString.lowercased() }

/// The 16 bytes of an id that ``newID()`` made.
func idBytes(_ id: String) -> [UInt8] {
  (try? Hex.decode(id.replacing("-", with: ""))) ?? Array(repeating: 0, count: 16)
}

/// The id of 16 bytes.
func id(of bytes: [UInt8]) -> String {
  [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
}

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }
