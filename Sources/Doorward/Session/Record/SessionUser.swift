internal import Encodings

/// The user of a session, as the server describes the user. All copies of a session share one instance.
final class SessionUser: Sendable, Hashable {
  /// The server's JSON, which is stored unchanged.
  let json: JSONValue
  /// The user, as read from ``json``.
  let info: DoorwardUserInfo

  /// Reads the server's JSON.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(_ json: JSONValue) throws(DoorwardError) {
    guard let info = DoorwardUserInfo(json) else { throw .malformedAnswer("it is not a user", status: nil) }
    self.json = json
    self.info = info
  }

  static func == (one: SessionUser, other: SessionUser) -> Bool {
    one === other || one.json == other.json
  }

  func hash(into hasher: inout Hasher) { hasher.combine(info.id) }
}
