internal import Encodings

/// What a storage holds: a session, or a guest.
enum KeptRecord: Sendable, Equatable {
  case session(SessionRecord)
  case guest(GuestRecord)

  private static let version: Int64 = 1

  /// Reads a record that was kept.
  ///
  /// - Throws: `storage_unreadable` for one of a later version, or of none. It is left as it is.
  init(_ bytes: [UInt8]) throws(StorageError) {
    guard let object = try? JSONParser.parse(bytes).object, let version = object["version"]?.int64 else {
      throw StorageError(
        code: .unreadable, reason: "What is kept is no session. Sign in again to replace it.")
    }
    guard version == Self.version else {
      throw StorageError(
        code: .unreadable,
        reason: "The session that is kept was written by a later version of the app. Update the app.")
    }
    guard let record = KeptRecord(members: object) else {
      throw StorageError(
        code: .unreadable, reason: "What is kept is no whole session. Sign in again to replace it.")
    }
    self = record
  }

  /// Reads the members of a record; nil for those of neither.
  init?(members: JSONObject) {
    if let session = SessionRecord(members: members) {
      self = .session(session)
    } else if let guest = GuestRecord(members: members) {
      self = .guest(guest)
    } else {
      return nil
    }
  }

  /// Reads what a storage gave.
  static func read(_ bytes: [UInt8]?) throws(StorageError) -> KeptRecord? {
    guard let bytes else { return nil }
    return try KeptRecord(bytes)
  }

  var bytes: [UInt8] {
    var members =
      switch self {
      case .session(let session): session.members
      case .guest(let guest): guest.members
      }
    members["version"] = .integer(Self.version)
    return members.serialized()
  }

  /// Whether it is the same session, or the same guest.
  func isSamePerson(as other: KeptRecord) -> Bool {
    switch (self, other) {
    case (.session(let one), .session(let two)): one.sessionID == two.sessionID
    case (.guest(let one), .guest(let two)): one.id == two.id
    default: false
    }
  }

  var session: SessionRecord? { if case .session(let session) = self { session } else { nil } }
  var guest: GuestRecord? { if case .guest(let guest) = self { guest } else { nil } }

  /// What opens the app's backends.
  var accessToken: String {
    switch self {
    case .session(let session): session.accessToken
    case .guest(let guest): guest.accessToken
    }
  }

  /// When the device's clock said the tokens were asked for, and for how many seconds they are good from then.
  var receivedAt: Double {
    switch self {
    case .session(let session): session.receivedAt
    case .guest(let guest): guest.receivedAt
    }
  }

  var expiresIn: Double {
    switch self {
    case .session(let session): session.expiresIn
    case .guest(let guest): guest.expiresIn
    }
  }
}
