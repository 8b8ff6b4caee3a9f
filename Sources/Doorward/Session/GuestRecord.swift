internal import Encodings

/// The token of a guest, as it is stored between launches.
struct GuestRecord: Sendable, Hashable {
  var id: String
  /// Shows the server that the same guest asks again.
  var secret: String
  var accessToken: String
  var receivedAt: Double
  var expiresIn: Double

  /// Reads the server's answer to `POST /v1/guest`.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(answer: JSONValue, receivedAt: Double) throws(DoorwardError) {
    guard let object = answer.object, let id = object["guest_id"]?.string,
      let secret = object["guest_secret"]?.string, let token = object["access_token"]?.string,
      let expires = object["expires_in"]?.double
    else { throw .malformedAnswer("it is not a guest", status: nil) }
    self.id = id
    self.secret = secret
    accessToken = token
    self.receivedAt = receivedAt
    expiresIn = expires
  }

  /// Reads the members of a stored record; nil if one is missing.
  init?(members object: JSONObject) {
    guard let receivedAt = object["received_at"]?.double else { return nil }
    do { try self.init(answer: .object(object), receivedAt: receivedAt) } catch { return nil }
  }

  var members: JSONObject {
    [
      "guest_id": .string(id), "guest_secret": .string(secret), "access_token": .string(accessToken),
      "expires_in": JSONNumber(expiresIn).map { .number($0) } ?? 0,
      "received_at": JSONNumber(receivedAt).map { .number($0) } ?? 0,
    ]
  }
}
