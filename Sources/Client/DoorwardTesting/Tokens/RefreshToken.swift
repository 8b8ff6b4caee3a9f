import DoorwardServerRules
import Encodings

extension RefreshTokenText {
  /// The token of a session numbered `counter`.
  init(of session: Session, counter: UInt64) {
    self.init(session: idBytes(session.id), counter: counter, tag: Self.tag(session, counter))
  }

  /// The id of the session.
  var sessionID: String { id(of: session) }

  /// Whether a session issued the token.
  func isIssued(by session: Session) -> Bool {
    session.id == sessionID && tag == Self.tag(session, counter)
  }

  private static func tag(_ session: Session, _ counter: UInt64) -> [UInt8] {
    SHA256.hash(session.salt + bytes(of: counter))
  }
}
