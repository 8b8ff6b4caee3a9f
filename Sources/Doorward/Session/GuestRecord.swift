internal import Encodings

/// A guest's token as it is kept between launches, so that the same guest comes back.
struct GuestRecord: Sendable, Equatable {
  var id: String
  /// What shows the server, and nobody else, who this is.
  var secret: String
  var accessToken: String
  var receivedAt: Double
  var expiresIn: Double

  /// Reads what the server answers to `POST /v1/guest`.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(answer: JSONValue, receivedAt: Double) throws(DoorwardError) {
    guard let object = answer.object, let id = object["guest_id"]?.string,
      let secret = object["guest_secret"]?.string, let token = object["access_token"]?.string,
      let expires = object["expires_in"]?.double
    else { throw .malformedAnswer("it is no guest", status: nil) }
    self.id = id
    self.secret = secret
    accessToken = token
    self.receivedAt = receivedAt
    expiresIn = expires
  }

  /// Reads the members of a record that was kept; nil where one is missing.
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
