internal import DoorwardWire
internal import Encodings

/// The user of a session, as the server describes the user. All copies of a session share one instance.
final class SessionUser: Sendable, Hashable, CustomStringConvertible {
  /// The server's JSON, which is stored unchanged.
  let json: JSONValue
  /// The user, as read from ``json``.
  let wire: WireUser

  /// Reads the server's JSON.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(_ json: JSONValue) throws(DoorwardError) {
    guard let wire = WireUser(json) else { throw .malformedAnswer("it is not a user", status: nil) }
    self.json = json
    self.wire = wire
  }

  /// Makes a user as the server would describe it.
  init(_ user: WireUser) {
    json = .object(user.json)
    // The JSON has times with less precision.
    wire = WireUser(json) ?? user
  }

  var info: DoorwardUserInfo { DoorwardUserInfo(user: self) }

  var description: String { json.serializedString() }

  static func == (one: SessionUser, other: SessionUser) -> Bool {
    one === other || one.json == other.json
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wire.id) }
}
