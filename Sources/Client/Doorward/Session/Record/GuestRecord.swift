internal import DoorwardWire
internal import Encodings

/// The token of a guest, as it is stored between launches.
struct GuestRecord: Sendable, Hashable {
  var id: String
  /// Shows the server that the request is from the same guest.
  var secret: String
  var accessToken: String
  var receivedAt: Double
  var expiresIn: Double

  /// Reads the server's answer to `POST /v1/guest`.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(answer: JSONValue, receivedAt: Double) throws(DoorwardError) {
    guard let guest = WireGuest(answer) else { throw .malformedAnswer("it is not a guest", status: nil) }
    id = guest.id
    secret = guest.secret
    accessToken = guest.accessToken
    self.receivedAt = receivedAt
    expiresIn = guest.expiresIn
  }

  /// Reads the members of a stored record; nil if one is missing.
  init?(members object: JSONObject) {
    guard let receivedAt = object["received_at"]?.double else { return nil }
    do { try self.init(answer: .object(object), receivedAt: receivedAt) } catch { return nil }
  }

  var members: JSONObject {
    [
      WireGuest.Members.id: .string(id), WireGuest.Members.secret: .string(secret),
      WireGuest.Members.accessToken: .string(accessToken),
      WireGuest.Members.expiresIn: JSONNumber(expiresIn).map { .number($0) } ?? 0,
      "received_at": JSONNumber(receivedAt).map { .number($0) } ?? 0,
    ]
  }
}
