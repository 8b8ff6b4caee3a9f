/// The session as a pure state machine: an event in, effects out. It performs nothing, waits for nothing and has no
/// clock; ``SessionEngine`` performs the effects and reports their results as further events.
///
/// Two facts determine the state: the record that this process last read or wrote (``KnownRecord``), and the decisions of
/// this process that are not stored yet (``SessionChanges``). The phase of the session follows from them:
///
/// | phase | meaning | leaves by |
/// | --- | --- | --- |
/// | `unread` | the storage has not been read, or could not be | a read, a sign-in, a sign-out |
/// | `signedOut` | no user, no guest, no session to end | a sign-in, a visit, another process |
/// | `pendingSignOut` | signed out, and the server has to end a session | the server's answer, a sign-in, a visit |
/// | `guest` | a guest of the app's backends | a sign-in, a visit, a sign-out |
/// | `visitor` | an anonymous user | an upgrade, a sign-in, a sign-out, a refusal |
/// | `signedIn` | a registered user | a renewal, a sign-in, a sign-out, a refusal |
/// | `renewing` | a user or guest whose tokens are being renewed | the server's answer, a sign-in, a sign-out |
///
/// Everything that touches the storage is a ``SessionJob``, and one job runs at a time. A job that changes the record
/// locks the storage, reads it, applies the changes, and writes the result, so it never overwrites the record of another
/// process. Between reading and writing a renewal asks the server; a sign-out or sign-in cancels that request.
///
/// The state is here, in value types by responsibility: the record, the changes, the jobs (``SessionJobs``), the callers
/// that wait, the requests to end sessions (``EndRequests``), and the upkeep. The transitions are in these files:
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
  var known = KnownRecord()
  var changes = SessionChanges()
  var jobs = SessionJobs()
  /// The sign-ins that still count, in the order of their beginning.
  var signIns: [SignIn] = []
  var waiters: [Waiter] = []
  var signOuts: [SignOutCall] = []
  var ends = EndRequests()
  var upkeep = Upkeep()

  /// The last view that was announced to the app.
  private(set) var announced: SessionView
  /// The time and the effects of the present event.
  private(set) var now = Moment(wall: 0, elapsed: .zero)
  private var effects: [SessionEffect] = []

  init(_ settings: Settings) {
    self.settings = settings
    announced = .unknown(nil, reason: "")
  }

  /// A machine that has read a record, for previews.
  init(_ settings: Settings, restored: StoredRecord, isVerified: Bool, at now: Moment) {
    self.init(settings)
    known = KnownRecord(restored, isVerified: isVerified, at: now)
    announced = view
  }

  // MARK: Events and effects

  /// Takes an event.
  ///
  /// `device` is the token of the device that an answer of the server has brought since the event before.
  ///
  /// - Returns: The effects to perform, in this order.
  mutating func handle(_ event: SessionEvent, device: String? = nil, at now: Moment) -> [SessionEffect] {
    self.now = now
    effects = []
    if let device { changes.device = device }
    take(event)
    settle(isWoken: { if case .woke = event { true } else { false } }())
    if view != announced {
      announced = view
      // No caller gets a token of a user before that user is announced.
      effects.insert(.announce(view), at: 0)
    }
    defer { effects = [] }
    return effects
  }

  // Nearly every transition calls these and `present`. They are not inlined, because a copy in each would be long.

  @inline(never) mutating func perform(_ effect: SessionEffect) { effects.append(effect) }

  @inline(never) mutating func reply(_ call: Call, _ reply: SessionReply) {
    if call != SignIn.resumed { perform(.reply(call, reply)) }
  }

  // MARK: The state

  /// The record that the storage held when it was last read or written; nil before that.
  var stored: StoredRecord? { known.record }
  /// Why the storage could not be read the last time.
  var readError: StorageError? { known.error }
  var lane: SessionLane { jobs.lane }

  /// The present user or guest; nil if signed out.
  @inline(never) var present: SessionHolder? { stored?.holder.flatMap { changes.hides($0) ? nil : $0 } }

  /// The token of the device.
  var device: String? { changes.device ?? stored?.device }

  /// Whether the state is known. After a sign-out it is known although the storage cannot be read.
  var isKnown: Bool { stored != nil || changes.signedOutBefore != nil }

  var view: SessionView {
    guard isKnown else { return .unknown(known.error?.code, reason: known.error?.reason ?? "") }
    return .known(present, isVerified: known.isVerified)
  }

  /// The sessions that the server has to end. A session that this process did not adopt is one of them only when the
  /// record names it, because another process that has sent the same upgrade may have stored it.
  var unfinished: [EndedSession] {
    var all = stored?.ended ?? []
    if let session = stored?.holder?.session, present == nil { all.append(EndedSession(session)) }
    return all.filter { !changes.told.contains($0.sessionID) }
  }

  /// The seconds until the tokens expire, and the seconds until they are to be renewed.
  func lifeLeft(at now: Moment) -> Double { known.life?.left(at: now) ?? 0 }
  func freshness(at now: Moment) -> Double { known.life?.freshness(at: now, leeway: settings.leeway) ?? 0 }

  var isFresh: Bool { freshness(at: now) > 0 }
}
