internal import Encodings

/// Work of the serial lane: each job reads or changes the storage, and no two overlap.
indirect enum SessionJob: Sendable, Hashable {
  /// Store the changes of this process.
  case store
  /// Store the session of a sign-in.
  case adopt(Call, SessionRecord)
  /// Store the request of an upgrade before it is sent.
  case prepareUpgrade(Call)
  /// Read the storage, and reply to callers.
  case look([Call])
  /// Renew the tokens. If the server has refused this access token, renew them although they look fresh.
  case renew(refused: String?)
  /// Become a visitor.
  case visit(Visit)
  /// Store the user that the server has returned.
  case profile(Call, SessionUser)
  /// Ask the server for the user of the restored session.
  case confirm

  /// Sign-outs run first, then sign-ins, then the other jobs in their order.
  var rank: Int {
    switch self {
    case .store: 0
    case .adopt: 1
    default: 2
    }
  }
}

/// The progress of the present job.
indirect enum SessionLane: Sendable, Hashable {
  case idle
  /// Reads the storage without a lock.
  case looking([Call])
  /// Waits for the answer about the user, without a lock.
  case confirming(sessionID: String)
  /// Waits for the lock and reads the storage.
  case opening(SessionJob)
  /// Stores a record with these changes; then the job is done, or sends its request.
  case writing(SessionJob, StoredRecord, SessionChanges, isLast: Bool)
  /// Waits for the server's answer with the storage locked. A void job ignores the answer.
  case asking(SessionJob, isVoid: Bool)
}

/// A sign-in that has begun.
struct SignIn: Sendable, Hashable {
  let call: Call
  var stage: Stage
  /// The person of a reauthentication.
  var reauthenticates: String?
  /// The session of the first request, or the session that replaced it in this process; nil if the request had no
  /// session. If another process has replaced or ended that session, its decision is later and wins.
  var replaces: String?

  indirect enum Stage: Sendable, Hashable {
    /// The proof does not exist yet, or another part of the SDK sends it.
    case begun
    /// The proof waits for the storage to be read, for fresh tokens, or for the upgrade to be stored.
    case waiting(SignInRequest, Attachment, refused: String?)
    /// The server has the proof. `attached` is the access token of the session that it names.
    case asking(SignInRequest, Attachment, attached: String?, isRepeated: Bool)
  }

  /// The call of the upgrade that an earlier start of the app began.
  static let resumed: Call = 0
}

/// A caller that waits for fresh tokens.
struct Waiter: Sendable, Hashable {
  let call: Call
  let need: Need
  /// The person of the session that the caller waits for, as soon as it is known.
  var person: String?
}

/// A caller that waits for a sign-out.
struct SignOutCall: Sendable, Hashable {
  let call: Call
  let isEverywhere: Bool
  /// Whether the storage had not been read, so that it is not known whether there was a session.
  let isUnread: Bool
  /// The sessions that the server is still being asked to end.
  var sessions: [String]
  var hasSession: Bool
  /// Whether the server has failed to confirm one of them.
  var isUntold = false
  var error: DoorwardError?
  var isStored: Bool?
  var storageError: StorageError?

  static func == (one: Self, other: Self) -> Bool {
    one.call == other.call && one.sessions == other.sessions && one.isStored == other.isStored
      && one.isUntold == other.isUntold
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(call)
    hasher.combine(sessions)
    hasher.combine(isStored)
    hasher.combine(isUntold)
  }
}
