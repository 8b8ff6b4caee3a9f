public import Encodings
internal import Foundation

/// What a test makes happen to users, as if it came from another device, the operator or a backend.
extension DoorwardTestServer {
  /// The ids of the users there are, in the order they came.
  public var users: [String] { accounts.users.map(\.id) }

  /// A user as the API shows them; nil where there is none of this id.
  public func user(_ id: String) -> JSONObject? {
    accounts.user(id).map { $0.json(accounts.identities(of: id)) }
  }

  /// The ids of a user's sessions that go on, in the order they were opened.
  public func sessions(of user: String) -> [String] {
    accounts.liveSessions(of: user, at: time.now).map(\.id)
  }

  /// Ends a session, as signing out elsewhere does.
  ///
  /// - Returns: Whether it went on until now.
  @discardableResult public func endSession(_ id: String) -> Bool { accounts.end(id, at: time.now) }

  /// Ends every session of every user.
  public func endSessions() {
    for user in accounts.users { accounts.endSessions(of: user.id, except: nil, at: time.now) }
  }

  /// Deletes a user, with sessions and identities.
  public func deleteUser(_ id: String) { accounts.delete(id) }

  /// Makes every sign-in too old for what needs a recent one, until the person signs in again.
  public func requireRecentSignIn() {
    let old = time.now.addingTimeInterval(-Double(application.offer.recentSignIn) - 1)
    for session in accounts.sessions {
      accounts.change(session.id) { session in
        for place in session.proofs.indices { session.proofs[place].provenAt = old }
      }
    }
  }

  /// Changes what backends keep of a user, by JSON Merge Patch (RFC 7396).
  public func updateAppMetadata(of user: String, _ patch: JSONObject) {
    accounts.changeUser(user) { $0.appMetadata = $0.appMetadata.merging(patch: patch) }
  }
}
