internal import DoorwardWire
internal import Encodings

/// The session of a user, as it is stored between launches.
struct SessionRecord: Sendable, Hashable {
  /// The id of the session. A renewal does not change it.
  var sessionID: String { content.value.sessionID }
  /// The token for the app's backends.
  var accessToken: String { content.value.accessToken }
  /// The token for the account on the server. The SDK never gives it to the app.
  var accountToken: String { content.value.accountToken }
  var refreshToken: String {
    get { content.value.refreshToken }
    set { change { $0.refreshToken = newValue } }
  }
  /// The time of the device's clock at which the tokens were requested. The server's time is not used, so a clock that
  /// is wrong by hours has no effect.
  var receivedAt: Double { content.value.receivedAt }
  /// The lifetime of the tokens in seconds, from `receivedAt`.
  var expiresIn: Double { content.value.expiresIn }
  var user: SessionUser { content.value.user }
  /// The idempotency key of a renewal whose answer was not received. The server repeats its answer for the same key.
  var pendingRefresh: String? {
    get { content.value.pendingRefresh }
    set { change { $0.pendingRefresh = newValue } }
  }
  /// The sign-in of an anonymous user whose answer was not received.
  var pendingUpgrade: PendingUpgrade? {
    get { content.value.pendingUpgrade }
    set { change { $0.pendingUpgrade = newValue } }
  }
  /// The recovery codes of a sign-in that has added a second factor. They are returned to the caller and not stored.
  var recoveryCodes: [String] {
    get { content.value.recoveryCodes }
    set { change { $0.recoveryCodes = newValue } }
  }

  /// Whether the sign-in has made the user. It is returned to the caller and not stored.
  var isNewUser: Bool {
    get { content.value.isNewUser }
    set { change { $0.isNewUser = newValue } }
  }

  // One reference, because many events, jobs and effects contain a session.
  private var content: Shared<Content>

  private struct Content: Sendable, Equatable {
    let sessionID: String
    let accessToken: String
    let accountToken: String
    var refreshToken: String
    let receivedAt: Double
    let expiresIn: Double
    var user: SessionUser
    var pendingRefresh: String?
    var pendingUpgrade: PendingUpgrade?
    var recoveryCodes: [String]
    var isNewUser: Bool
  }

  private mutating func change(_ body: (inout Content) -> Void) {
    var changed = content.value
    body(&changed)
    content = Shared(changed)
  }

  /// Reads the server's answer to a sign-in or renewal.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(session answer: JSONValue, receivedAt: Double) throws(DoorwardError) {
    guard let sessionID = answer[SessionMembers.sessionID]?.string,
      let accessToken = answer[SessionMembers.accessToken]?.string,
      let accountToken = answer[SessionMembers.accountToken]?.string,
      let refreshToken = answer[SessionMembers.refreshToken]?.string,
      let expiresIn = answer[SessionMembers.expiresIn]?.double, let user = answer[SessionMembers.user]
    else { throw .malformedAnswer("it is not a session", status: nil) }
    content = Shared(
      Content(
        sessionID: sessionID, accessToken: accessToken, accountToken: accountToken,
        refreshToken: refreshToken, receivedAt: receivedAt, expiresIn: expiresIn,
        user: try SessionUser(user),
        recoveryCodes: (answer[SecondFactorMembers.recoveryCodes]?.array ?? []).compactMap(\.string),
        isNewUser: answer[SessionMembers.isNewUser]?.bool ?? false))
  }

  var info: DoorwardUserInfo { user.info }

  /// Replaces the user with the user of a newer answer of the server.
  ///
  /// - Returns: Whether the answer is about the same user.
  mutating func take(_ user: SessionUser) -> Bool {
    guard user.info.id == info.id else { return false }
    change { $0.user = user }
    return true
  }

  /// Reads the members of a stored record; nil if one is missing.
  init?(members object: JSONObject) {
    guard let receivedAt = object["received_at"]?.double else { return nil }
    do { try self.init(session: .object(object), receivedAt: receivedAt) } catch { return nil }
    let upgrade = object["pending_upgrade"]?.object.flatMap { PendingUpgrade(members: $0) }
    change {
      $0.pendingRefresh = object["pending_refresh"]?.string
      $0.pendingUpgrade = upgrade
    }
  }

  var members: JSONObject {
    var object: JSONObject = [
      SessionMembers.sessionID: .string(sessionID), SessionMembers.accessToken: .string(accessToken),
      SessionMembers.accountToken: .string(accountToken), SessionMembers.refreshToken: .string(refreshToken),
      SessionMembers.expiresIn: JSONNumber(expiresIn).map { .number($0) } ?? 0,
      "received_at": JSONNumber(receivedAt).map { .number($0) } ?? 0, SessionMembers.user: user.json,
    ]
    if let pendingRefresh { object["pending_refresh"] = .string(pendingRefresh) }
    if let pendingUpgrade { object["pending_upgrade"] = .object(pendingUpgrade.members) }
    return object
  }

  static func == (one: Self, other: Self) -> Bool {
    one.content === other.content || one.content.value == other.content.value
  }

  // The refresh token is unique, so the hash need not contain the other members.
  func hash(into hasher: inout Hasher) {
    hasher.combine(sessionID)
    hasher.combine(refreshToken)
    hasher.combine(accessToken)
    hasher.combine(pendingRefresh)
    hasher.combine(pendingUpgrade)
  }
}

/// A proof that was, or is about to be, sent to the server to sign in.
final class SignInRequest: Sendable, Hashable {
  /// The path of the server's route.
  let path: String
  let body: JSONObject
  /// The idempotency key: if the proof and the key are the same, the server answers with the same session.
  let key: String

  init(path: String, body: JSONObject, key: String) {
    self.path = path
    self.body = body
    self.key = key
  }

  /// Whether the request may be stored to be sent again. A password or a second factor is never stored.
  var isStorable: Bool {
    body[ProofMembers.password] == nil && body[ProofMembers.newPassword] == nil
      && body[ProofMembers.method] == nil
  }

  static func == (one: SignInRequest, other: SignInRequest) -> Bool {
    one === other || one.path == other.path && one.body == other.body && one.key == other.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(key)
  }
}

extension SignInRequest: CustomReflectable {
  // A dump of the session must not show a password.
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A sign-in that upgrades an anonymous user. It is stored before it is sent, so that the next start can send it again.
typealias PendingUpgrade = SignInRequest

extension SignInRequest {
  convenience init?(members: JSONObject) {
    guard let path = members["path"]?.string, let body = members["body"]?.object,
      let key = members["key"]?.string
    else { return nil }
    self.init(path: path, body: body, key: key)
  }

  var members: JSONObject { ["path": .string(path), "body": .object(body), "key": .string(key)] }
}
