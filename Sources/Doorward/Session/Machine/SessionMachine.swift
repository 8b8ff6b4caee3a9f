/// The session as a pure state machine: an event in, effects out. It performs nothing, waits for nothing and has no
/// clock; ``SessionEngine`` performs the effects and reports their results as further events.
///
/// Two facts determine the state: the record that this process last read or wrote, and the decisions of this process that
/// are not stored yet (``SessionChanges``). The phase follows from them:
///
/// | phase | meaning | leaves by |
/// | --- | --- | --- |
/// | `unread` | the storage has not been read, or could not be | a read, a sign-in, a sign-out |
/// | `signedOut` | no user, no guest, no session to end | a sign-in, a visit, another process |
/// | `pendingSignOut` | signed out, and the server has to end a session | the server's answer, a sign-in, a visit |
/// | `guest` | a guest of the app's backends | a sign-in, a visit, a sign-out |
/// | `visitor` | an anonymous user | an upgrade, a sign-in, a sign-out, a refusal |
/// | `signedIn` | a registered user | a renewal, a sign-in, a sign-out |
/// | `renewing` | a user or guest whose tokens are being renewed | the server's answer, a sign-in, a sign-out |
///
/// Everything that touches the storage is a ``SessionJob``, and one job runs at a time. A job that changes the record
/// locks the storage, reads it, applies the changes, and writes the result, so it never overwrites the record of another
/// process. Between reading and writing a renewal asks the server; a sign-out or sign-in cancels that request.
///
/// The state is here; the other files of this folder have the transitions, and nothing else changes the state:
///
/// | file | events |
/// | --- | --- |
/// | `EventHandling` | every event, and the steps after each event |
/// | `SignInTransitions` | `beginSignIn`, `submit`, `signInAnswered`, `cancelSignIn` |
/// | `AdoptionTransitions` | a sign-in is stored, or fails to be |
/// | `SignOutTransitions` | `signOut`, `sessionIsOver`, `endAnswered` |
/// | `CallerTransitions` | `want` |
/// | `RenewalTransitions` | `renewed`, `visited`, `confirmed` |
/// | `LaneTransitions` | `read`, `storageChanged`, `looked`; the order of the jobs |
/// | `StorageTransitions` | `opened`, `written`; the steps of a job |
/// | `UpkeepTransitions` | `woke`; the work that the machine starts automatically |
struct SessionMachine: Sendable {
  struct Settings: Sendable {
    /// Whether a signed-out user becomes a visitor automatically.
    var seeksVisitors: Bool
    /// Whether tokens are renewed before a caller asks for them.
    var renewsAhead: Bool
    /// Tokens are renewed this many seconds before their end.
    var leeway: Double
  }

  let settings: Settings
  /// The record that the storage held when it was last read or written; nil before that.
  var stored: StoredRecord?
  var readError: StorageError?
  var changes = SessionChanges()
  /// Whether the server has confirmed the session since the app started.
  var isVerified = false
  var lane = SessionLane.idle
  var queue: [SessionJob] = []
  /// The sign-ins that still count, in the order of their beginning.
  var signIns: [SignIn] = []
  var waiters: [Waiter] = []
  var signOuts: [SignOutCall] = []
  /// The sessions that the server is being asked to end (true), or is asked again after the next alarm (false).
  var ends: [String: Bool] = [:]
  /// The sessions that this process has read from the storage, as present or ended sessions, or has ended itself. A
  /// late answer may name one of them again, if a proof was sent twice, after a reauthentication, or if another process
  /// has resumed an upgrade.
  var used: Set<String> = []
  var upkeep = Upkeep()
  /// The life of the tokens in the record.
  var life: TokenLife?

  /// The last view that was announced to the app.
  var announced: SessionView
  /// The time and the effects of the present event.
  var now = Moment(wall: 0, elapsed: .zero)
  var effects: [SessionEffect] = []

  /// The work that the machine starts automatically.
  struct Upkeep: Sendable, Hashable {
    /// Failures in a row. After a failure the machine waits for the alarm.
    var failures = 0
    var retryAfter: Double = 0
    var alarm: Alarm?
    /// Whether the application offers neither anonymous users nor guests.
    var hasNoVisitors = false
    /// Whether an upgrade of an earlier start is to be sent again.
    var resumesUpgrade = false

    enum Alarm: Sendable, Hashable {
      case retry(Int)
      case renewal(token: String)
    }
  }

  init(_ settings: Settings) {
    self.settings = settings
    announced = .unknown(nil, reason: "")
  }

  /// A machine that has read a record, for previews.
  init(_ settings: Settings, restored: StoredRecord, isVerified: Bool, at now: Moment) {
    self.init(settings)
    self.isVerified = isVerified
    stored = restored
    life = restored.holder.map { TokenLife(of: $0, at: now) }
    announced = view
  }

  // MARK: The state

  enum Phase: Sendable, Hashable {
    case unread, signedOut, pendingSignOut, guest, visitor, signedIn, renewing
  }

  var phase: Phase {
    guard isKnown else { return .unread }
    guard let present else {
      return unfinished.isEmpty && !changes.concernSessions ? .signedOut : .pendingSignOut
    }
    if isRenewing { return .renewing }
    if present.guest != nil { return .guest }
    return present.visitor != nil ? .visitor : .signedIn
  }

  /// The present user or guest; nil if signed out.
  var present: SessionHolder? { stored?.holder.flatMap { changes.hides($0) ? nil : $0 } }

  /// The token of the device.
  var device: String? { changes.device ?? stored?.device }

  /// Whether the state is known. After a sign-out it is known although the storage cannot be read.
  var isKnown: Bool { stored != nil || changes.signedOutBefore != nil }

  var view: SessionView {
    guard isKnown else { return .unknown(readError?.code, reason: readError?.reason ?? "") }
    return .known(present, isVerified: isVerified)
  }

  /// The sessions that the server has to end. A session that this process did not adopt is one of them only when the
  /// record names it, because another process that has sent the same upgrade may have stored it.
  var unfinished: [EndedSession] {
    var all = stored?.ended ?? []
    if let session = stored?.holder?.session, present == nil { all.append(EndedSession(session)) }
    return all.filter { !changes.told.contains($0.sessionID) }
  }

  /// The seconds until the tokens expire, and the seconds until they are to be renewed.
  func lifeLeft(at now: Moment) -> Double { life?.left(at: now) ?? 0 }
  func freshness(at now: Moment) -> Double { life?.freshness(at: now, leeway: settings.leeway) ?? 0 }

  var isFresh: Bool { freshness(at: now) > 0 }
}
