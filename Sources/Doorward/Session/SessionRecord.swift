internal import Encodings
internal import Foundation

/// A session as it is kept between launches.
struct SessionRecord: Sendable, Equatable {
  /// What opens the app's backends.
  var accessToken: String
  /// What opens the account on the server; it stays inside.
  var accountToken: String
  var refreshToken: String
  /// When the device's clock said the tokens came, and for how long they are good from then. The server's
  /// time does not enter into it, so a clock that is wrong by hours changes nothing as long as it runs.
  var receivedAt: Double
  var expiresIn: Double
  /// The user, as the server's JSON.
  var user: JSONValue
  /// The key of a refresh that was begun and not seen to end: with it, the server gives the same answer again.
  var pendingRefresh: String?

  static let version: Int64 = 1

  /// Reads what the server answers to every sign-in and refresh.
  init(session: JSONValue, receivedAt: Double, user: JSONValue? = nil) throws(DoorwardError) {
    guard let object = session.object, let access = object["access_token"]?.string,
      let account = object["account_token"]?.string, let refresh = object["refresh_token"]?.string,
      let expires = object["expires_in"]?.double, let user = object["user"] ?? user
    else { throw .malformedAnswer("it is no session", status: nil) }
    accessToken = access
    accountToken = account
    refreshToken = refresh
    self.receivedAt = receivedAt
    expiresIn = expires
    self.user = user
  }

  /// Reads a record that was kept.
  ///
  /// - Throws: `storage_unreadable` for one of a later version, or of none.
  init(record bytes: [UInt8]) throws(StorageError) {
    guard let object = try? JSONParser.parse(bytes).object, object["version"]?.int64 == Self.version,
      let session = try? SessionRecord(
        session: .object(object), receivedAt: object["received_at"]?.double ?? 0)
    else {
      throw StorageError(
        code: .unreadable, reason: "The session that is kept was written by another version of the app.")
    }
    self = session
    pendingRefresh = object["pending_refresh"]?.string
  }

  var bytes: [UInt8] {
    var object: JSONObject = [
      "version": .integer(Self.version), "access_token": .string(accessToken),
      "account_token": .string(accountToken), "refresh_token": .string(refreshToken),
      "expires_in": JSONNumber(expiresIn).map { .number($0) } ?? 0,
      "received_at": JSONNumber(receivedAt).map { .number($0) } ?? 0, "user": user,
    ]
    if let pendingRefresh { object["pending_refresh"] = .string(pendingRefresh) }
    return object.serialized()
  }

  /// Whether the tokens will be good for a while longer.
  func isFresh(at now: Double, leeway: Double) -> Bool {
    let age = now - receivedAt
    // A clock that was set back says nothing about the age.
    return age >= 0 && age < expiresIn - min(leeway, expiresIn / 2)
  }
}
