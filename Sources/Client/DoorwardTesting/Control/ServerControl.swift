public import Doorward
internal import Encodings
public import Foundation

/// Changes to users that a test makes in place of another device, the operator or a backend.
extension DoorwardTestServer {
  /// The ids of the users, in the order in which they were made.
  public var users: [String] { accounts.users.map(\.id) }

  /// A user as the API shows it; nil if no user has this id.
  public func user(_ id: String) -> DoorwardJSON? {
    accounts.user(id).map { DoorwardJSON($0.json(accounts.identities(of: id), at: issuer)) }
  }

  /// The ids of a user's live sessions, in the order in which they were opened.
  public func sessions(of user: String) -> [String] {
    accounts.liveSessions(of: user, at: time.now).map(\.id)
  }

  /// Ends a session, as a sign-out on another device does.
  ///
  /// - Returns: Whether the session was live.
  @discardableResult public func endSession(_ id: String) -> Bool { accounts.end(id, at: time.now) }

  /// Ends every session of every user.
  public func endSessions() {
    for user in accounts.users { accounts.endSessions(of: user.id, except: nil, at: time.now) }
  }

  /// Deletes a user with the user's sessions and identities.
  public func deleteUser(_ id: String) { accounts.delete(id) }

  /// Bans a user and ends the user's sessions, as the operator or a backend does.
  ///
  /// - Parameters:
  ///   - id: The user.
  ///   - end: The end of the ban; nil for a ban without an end.
  public func banUser(_ id: String, until end: Date? = nil) {
    accounts.changeUser(id) { $0.ban = User.Ban(bannedAt: time.now, endsAt: end) }
    accounts.endSessions(of: id, except: nil, at: time.now)
  }

  /// Removes the ban of a user.
  public func unbanUser(_ id: String) { accounts.changeUser(id) { $0.ban = nil } }

  /// Invites the owner of an address to sign up, as a backend does. The user signs up as usual.
  ///
  /// - Parameter address: An email address, or a phone number with its country. Any other text invites nobody.
  public func invite(_ address: String) {
    if let key = try? Identity.Key(identifier: address) { invitations.insert(key) }
  }

  /// Makes every sign-in too old for calls that need a recent one, until the user signs in again.
  public func requireRecentSignIn() {
    let old = time.now.addingTimeInterval(-Double(application.offer.recentSignIn) - 1)
    for session in accounts.sessions {
      accounts.changeSession(session.id) { session in
        for index in session.proofs.indices { session.proofs[index].provenAt = old }
      }
    }
  }

  /// Changes the metadata that backends store about a user, by JSON Merge Patch (RFC 7396).
  public func updateAppMetadata(of user: String, _ patch: DoorwardJSON) {
    accounts.changeUser(user) { $0.appMetadata = $0.appMetadata.merging(patch: patch.object) }
  }
}

extension DoorwardTestServer {
  /// The replacement of the server's own answer to a request.
  public enum NextAnswer: Sendable {
    /// The request never arrives.
    case offline
    /// The server handles the request, and the answer is lost. The SDK sends a request that stores something up to three
    /// times, so order it three times for an error.
    case lost
    /// The server refuses the request, in its own form of errors.
    case problem(
      status: Int, code: String, detail: String = "The test refuses this request.", retryAfter: Int? = nil)
    /// Another program answers: a proxy or a captive portal.
    case response(DoorwardResponse)
    /// The request waits until ``DoorwardTestServer/release()``; then the server answers.
    case held
    /// The request waits until the test has moved the clock this far; then the server answers. Less than five seconds
    /// are over at once.
    case delayed(Duration)
  }
}

/// The answers that a test has ordered.
struct OrderedAnswers {
  private var ordered: [(path: String?, answer: DoorwardTestServer.NextAnswer)] = []

  mutating func append(_ answer: DoorwardTestServer.NextAnswer, for path: String?) {
    ordered.append((path, answer))
  }

  /// Takes the first answer for a path.
  mutating func take(for path: String) -> DoorwardTestServer.NextAnswer? {
    guard let index = ordered.firstIndex(where: { $0.path == nil || $0.path == path }) else { return nil }
    return ordered.remove(at: index).answer
  }
}
