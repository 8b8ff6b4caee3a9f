internal import Encodings
internal import Foundation

/// A session as it is kept between launches.
struct SessionRecord: Sendable, Equatable {
  /// Which session it is; renewing does not change it.
  var sessionID: String
  /// What opens the app's backends.
  var accessToken: String
  /// What opens the account on the server; it stays inside.
  var accountToken: String
  var refreshToken: String
  /// When the device's clock said the tokens were asked for, and for how long they are good from then. The
  /// server's time does not enter into it, so a clock that is wrong by hours changes nothing.
  var receivedAt: Double
  var expiresIn: Double
  /// The user, as the server's JSON.
  private(set) var user: JSONValue
  /// The user, as it was read from that.
  private(set) var info: DoorwardUserInfo
  /// The key of a refresh that was begun and not seen to end: with it, the server gives the same answer again.
  var pendingRefresh: String?

  /// Reads what the server answers to every sign-in and refresh.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(session: JSONValue, receivedAt: Double) throws(DoorwardError) {
    guard let object = session.object, let id = object["session_id"]?.string,
      let access = object["access_token"]?.string, let account = object["account_token"]?.string,
      let refresh = object["refresh_token"]?.string, let expires = object["expires_in"]?.double,
      let user = object["user"], let info = DoorwardUserInfo(user)
    else { throw .malformedAnswer("it is no session", status: nil) }
    sessionID = id
    accessToken = access
    accountToken = account
    refreshToken = refresh
    self.receivedAt = receivedAt
    expiresIn = expires
    self.user = user
    self.info = info
  }

  /// Takes what the server says of the user now.
  ///
  /// - Returns: Whether it is the same user.
  mutating func take(_ user: JSONValue, _ info: DoorwardUserInfo) -> Bool {
    guard info.id == self.info.id else { return false }
    self.user = user
    self.info = info
    return true
  }

  /// Reads the members of a record that was kept; nil where one is missing.
  init?(members object: JSONObject) {
    guard let receivedAt = object["received_at"]?.double else { return nil }
    do { try self.init(session: .object(object), receivedAt: receivedAt) } catch { return nil }
    pendingRefresh = object["pending_refresh"]?.string
  }

  var members: JSONObject {
    var object: JSONObject = [
      "session_id": .string(sessionID), "access_token": .string(accessToken),
      "account_token": .string(accountToken), "refresh_token": .string(refreshToken),
      "expires_in": JSONNumber(expiresIn).map { .number($0) } ?? 0,
      "received_at": JSONNumber(receivedAt).map { .number($0) } ?? 0, "user": user,
    ]
    if let pendingRefresh { object["pending_refresh"] = .string(pendingRefresh) }
    return object
  }
}
