internal import DoorwardWire
internal import Encodings

/// The contents of the storage: the present user or guest, the sessions that the server still has to end, and the token of
/// the device.
struct StoredRecord: Sendable, Hashable {
  /// The user or guest; nil if signed out.
  var holder: SessionHolder?
  /// Sessions that have ended on this device and that the server has not confirmed as ended.
  var ended: [EndedSession] = []
  /// The token with which the server recognizes this device. It stays after a sign-out.
  var device: String?

  /// A server that never answers must not make the record grow without limit. The oldest entry is dropped.
  static let mostEnded = 16

  private static let version: Int64 = 1

  init(holder: SessionHolder? = nil, ended: [EndedSession] = []) {
    self.holder = holder
    self.ended = ended
  }

  /// Reads the bytes of a storage.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; nil if nothing is stored.
  ///   - owner: The server and the application of the configuration. Another server never gets the tokens of the record.
  /// - Throws: `storage_unreadable` for bytes that are not a record, a record of a later version, and the record of
  ///   another server or application.
  init(_ bytes: [UInt8]?, of owner: String) throws(StorageError) {
    guard let bytes else { return }
    guard let object = try? JSONParser.parse(bytes).object, let version = object["version"]?.int64 else {
      throw StorageError(
        code: .unreadable, reason: "The stored record is not a session. Sign in again to replace it.")
    }
    guard version == Self.version else {
      throw StorageError(
        code: .unreadable,
        reason: "The stored session was written by a later version of the app. Update the app.")
    }
    holder = SessionHolder(members: object)
    ended = (object["ended"]?.array ?? []).compactMap { $0.object.flatMap { EndedSession(members: $0) } }
    guard object["owner"]?.string == owner else {
      // Another application of the same storage is signed out.
      if isWithoutSession, object["device"] != nil { return }
      throw StorageError(
        code: .unreadable,
        reason: "The stored session belongs to another server or application. Sign in again to replace it.")
    }
    device = object["device"]?.string
    guard !isEmpty else {
      throw StorageError(
        code: .unreadable, reason: "The stored session is incomplete. Sign in again to replace it.")
    }
  }

  var isEmpty: Bool { isWithoutSession && device == nil }
  /// Whether there is no user, no guest and no session to end.
  var isWithoutSession: Bool { holder == nil && ended.isEmpty }

  /// The record as bytes.
  ///
  /// - Parameter owner: The server and the application of the configuration.
  /// - Returns: The bytes; nil for an empty record, which is removed instead.
  func bytes(of owner: String) -> [UInt8]? {
    guard !isEmpty else { return nil }
    var members = holder?.members ?? [:]
    members["version"] = .integer(Self.version)
    members["owner"] = .string(owner)
    if let device { members["device"] = .string(device) }
    if !ended.isEmpty { members["ended"] = .array(ended.map { .object($0.members) }) }
    return members.serialized()
  }
}

/// A user with a session, or a guest.
enum SessionHolder: Sendable, Hashable {
  case user(SessionRecord)
  indirect case guest(GuestRecord)

  init?(members: JSONObject) {
    if let session = SessionRecord(members: members) {
      self = .user(session)
    } else if let guest = GuestRecord(members: members) {
      self = .guest(guest)
    } else {
      return nil
    }
  }

  var members: JSONObject {
    switch self {
    case .user(let session): session.members
    case .guest(let guest): guest.members
    }
  }

  /// The id of the session or guest. A renewal does not change it; every sign-in does.
  var id: String {
    switch self {
    case .user(let session): session.sessionID
    case .guest(let guest): guest.id
    }
  }

  /// The id of the user or guest. It stays the same when an anonymous user becomes registered.
  var person: String {
    switch self {
    case .user(let session): session.info.id
    case .guest(let guest): guest.id
    }
  }

  var session: SessionRecord? { if case .user(let session) = self { session } else { nil } }
  var guest: GuestRecord? { if case .guest(let guest) = self { guest } else { nil } }
  /// The session of an anonymous user.
  var visitor: SessionRecord? { session.flatMap { $0.info.isAnonymous ? $0 : nil } }

  /// The token for the app's backends.
  var accessToken: String {
    switch self {
    case .user(let session): session.accessToken
    case .guest(let guest): guest.accessToken
    }
  }

  /// The time of the device's clock at which the tokens were requested.
  var receivedAt: Double {
    switch self {
    case .user(let session): session.receivedAt
    case .guest(let guest): guest.receivedAt
    }
  }

  /// The lifetime of the tokens in seconds, from `receivedAt`.
  var expiresIn: Double {
    switch self {
    case .user(let session): session.expiresIn
    case .guest(let guest): guest.expiresIn
    }
  }
}

/// A session that has ended on this device, with the token that ends it on the server.
struct EndedSession: Sendable, Hashable {
  let sessionID: String
  let refreshToken: String
  /// The key of a renewal whose answer was not received; see ``SessionRecord/pendingRefresh``.
  let refreshKey: String?

  init(_ session: SessionRecord) {
    sessionID = session.sessionID
    refreshToken = session.refreshToken
    refreshKey = session.pendingRefresh
  }

  init?(members: JSONObject) {
    guard let id = members[SessionMembers.sessionID]?.string,
      let token = members[SessionMembers.refreshToken]?.string
    else {
      return nil
    }
    sessionID = id
    refreshToken = token
    refreshKey = members["pending_refresh"]?.string
  }

  var members: JSONObject {
    var members: JSONObject = [
      SessionMembers.sessionID: .string(sessionID), SessionMembers.refreshToken: .string(refreshToken),
    ]
    if let refreshKey { members["pending_refresh"] = .string(refreshKey) }
    return members
  }
}
