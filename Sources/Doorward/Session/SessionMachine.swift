internal import Encodings

/// The session as a pure state machine: an event in, effects out. It performs nothing, waits for nothing and has no
/// clock; ``SessionEngine`` performs the effects and reports their results as further events.
///
/// Two facts determine the state: what the storage held when this process last read or wrote it, and what this process
/// has decided since and not stored yet (``SessionChanges``). The phase follows from them:
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
/// locks the storage, reads it, applies the changes, and writes the result, so it never overwrites what another process
/// has stored. Between reading and writing a renewal asks the server; a sign-out or sign-in cancels that request.
struct SessionMachine: Sendable {
  struct Settings: Sendable {
    /// Whether a signed-out user becomes a visitor without being asked.
    var seeksVisitors: Bool
    /// Whether tokens are renewed before a caller asks for them.
    var renewsAhead: Bool
    /// Tokens are renewed this many seconds before their end.
    var leeway: Double
  }

  let settings: Settings
  /// The record that the storage held when it was last read or written; nil before that.
  private(set) var stored: StoredRecord?
  private(set) var readError: StorageError?
  private(set) var changes = SessionChanges()
  /// Whether the server has confirmed the session since the app started.
  private(set) var isVerified = false
  private(set) var lane = SessionLane.idle
  private(set) var queue: [SessionJob] = []
  /// The sign-ins that still count, in the order of their beginning.
  private(set) var signIns: [SignIn] = []
  private(set) var waiters: [Waiter] = []
  private(set) var signOuts: [SignOutCall] = []
  /// The sessions that the server is being asked to end (true), or is asked again after the next alarm (false).
  private(set) var ends: [String: Bool] = [:]
  /// The sessions that this process has seen in the storage or has ended. A late answer may name one of them again: to a
  /// proof that was sent twice, to a reauthentication, or to an upgrade that another process has resumed.
  private(set) var used: Set<String> = []
  private(set) var upkeep = Upkeep()
  private var life: TokenLife?

  private var announced: SessionView
  private var now = Moment(wall: 0, elapsed: .zero)
  private var effects: [SessionEffect] = []

  /// The work that the machine starts by itself.
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
    guard let present else { return unfinished.isEmpty && changes.isEmpty ? .signedOut : .pendingSignOut }
    if isRenewing { return .renewing }
    if present.guest != nil { return .guest }
    return present.visitor != nil ? .visitor : .signedIn
  }

  /// The present user or guest; nil if signed out.
  var present: SessionHolder? { stored?.holder.flatMap { changes.hides($0) ? nil : $0 } }

  /// Whether the state is known. After a sign-out it is known although the storage cannot be read.
  var isKnown: Bool { stored != nil || changes.signedOutBefore != nil }

  var view: SessionView {
    guard isKnown else { return .unknown(readError?.code, reason: readError?.reason ?? "") }
    return .known(present, isVerified: isVerified)
  }

  /// The sessions that the server has to end.
  var unfinished: [EndedSession] {
    var all = stored?.ended ?? []
    if let session = stored?.holder?.session, present == nil { all.append(EndedSession(session)) }
    for session in changes.ended where !all.contains(where: { $0.sessionID == session.sessionID }) {
      all.append(session)
    }
    return all.filter { !changes.told.contains($0.sessionID) }
  }

  /// How many seconds the tokens are valid, and until they are to be renewed.
  func lifeLeft(at now: Moment) -> Double { life?.left(at: now) ?? 0 }
  func freshness(at now: Moment) -> Double { life?.freshness(at: now, leeway: settings.leeway) ?? 0 }

  private var isFresh: Bool { freshness(at: now) > 0 }

  private var isRenewing: Bool {
    switch lane {
    case .opening(.renew), .writing(.renew, _, _, _), .asking(.renew, isVoid: false): true
    default: queue.contains { if case .renew = $0 { true } else { false } }
    }
  }

  private var isVisiting: Bool {
    switch lane {
    case .opening(.visit), .writing(.visit, _, _, _), .asking(.visit, isVoid: false): true
    default: false
    }
  }

  /// Whether the session of an anonymous user has ended, and the server is asked for the session that an upgrade has
  /// opened in its place.
  private var isRecovering: Bool {
    guard let upgrade = present?.visitor?.pendingUpgrade else { return false }
    return signIns.contains {
      if case .asking(upgrade, _, attached: nil, _) = $0.stage { true } else { false }
    }
  }

  // MARK: Events

  /// Takes an event.
  ///
  /// - Returns: The effects to perform, in this order.
  mutating func handle(_ event: SessionEvent, at now: Moment) -> [SessionEffect] {
    self.now = now
    effects = []
    take(event)
    settle(isWoken: { if case .woke = event { true } else { false } }())
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: SessionEvent) {
    switch event {
    case .read(let call): enqueue(.look([call]))
    case .storageChanged: if !queue.contains(.look([])) { enqueue(.look([])) }
    case .want(let call, let need): take(need, call)
    case .beginSignIn(let call): begin(call)
    case .submit(let call, let request, let attachment):
      begin(call)
      setStage(.waiting(request, attachment, refused: nil), of: call)
    case .signInAnswered(let call, let result): signInAnswered(call, result)
    case .cancelSignIn(let call): signIns.removeAll { $0.call == call }
    case .profile(let call, let user, let info): enqueue(.profile(call, user: user, info))
    case .sessionIsOver(let id):
      changes.signedOut.append(SignedOut(id: id))
      changes.told.append(id)
      enqueue(.store)
    case .signOut(let call, let isEverywhere): signOut(call, isEverywhere)
    case .looked(let result): looked(result)
    case .opened(let found, let key): opened(found, key)
    case .written(let result): written(result)
    case .renewed(let result): renewed(result)
    case .visited(let result): visited(result)
    case .confirmed(let result): confirmed(result)
    case .endAnswered(let id, let isEnded, let error): endAnswered(id, isEnded, error)
    case .woke:
      upkeep.alarm = nil
      ends = ends.filter { $0.value }
      if !changes.isEmpty { enqueue(.store) }
    }
  }

  private mutating func take(_ need: Need, _ call: Call) {
    var waiter = Waiter(call: call, need: need, person: nil)
    switch need {
    case .token(_, let person), .user(_, let person): waiter.person = person
    case .anonymous, .guest: break
    }
    waiters.append(waiter)
  }

  /// Signs out here at once. The lane stores it, and the server is asked to end the session.
  private mutating func signOut(_ call: Call, _ isEverywhere: Bool) {
    let session = present?.session
    let accountToken = isFresh ? session?.accountToken : nil
    if let present {
      changes.signedOut.append(SignedOut(id: present.id, person: present.person, at: now.wall))
    }
    if stored == nil { changes.signedOutBefore = now.wall }
    // A session that is being stored at this moment.
    if case .writing(_, let record, _, _) = lane, let holder = record.holder, holder.id != session?.sessionID
    {
      changes.signedOut.append(SignedOut(id: holder.id))
    }
    for signIn in signIns {
      if case .waiting = signIn.stage { reply(signIn.call, .failed(.cancelled)) }
    }
    signIns = []
    for waiter in waiters { reply(waiter.call, .failed(.sessionEnded)) }
    waiters = []
    queue.removeAll { if case .visit = $0 { true } else { false } }
    cancelRequest()
    let sessions = unfinished
    signOuts.append(
      SignOutCall(
        call: call, isEverywhere: isEverywhere, isUnread: stored == nil, sessions: sessions.map(\.sessionID),
        hasSession: !sessions.isEmpty || stored?.holder?.session != nil))
    for ended in sessions where ends[ended.sessionID] != true {
      ends[ended.sessionID] = true
      let isThis = ended.sessionID == session?.sessionID
      effects.append(
        .end(ended, everywhere: isEverywhere && isThis, accountToken: isThis ? accountToken : nil))
    }
    enqueue(.store)
  }

  private mutating func endAnswered(_ id: String, _ isEnded: Bool, _ error: DoorwardError?) {
    if isEnded {
      ends[id] = nil
      used.insert(id)
      changes.told.append(id)
      enqueue(.store)
    } else {
      ends[id] = false
      failed(error)
    }
    for index in signOuts.indices where signOuts[index].sessions.contains(id) {
      signOuts[index].sessions.removeAll { $0 == id }
      if !isEnded { signOuts[index].isUntold = true }
      if let error { signOuts[index].error = error }
    }
  }

  // MARK: Sign-ins

  private mutating func begin(_ call: Call) {
    guard !signIns.contains(where: { $0.call == call }) else { return }
    signIns.append(SignIn(call: call, stage: .begun))
  }

  private mutating func setStage(_ stage: SignIn.Stage, of call: Call) {
    guard let index = signIns.firstIndex(where: { $0.call == call }) else { return }
    signIns[index].stage = stage
  }

  private mutating func signInAnswered(_ call: Call, _ result: Result<SessionRecord, DoorwardError>) {
    guard let signIn = signIns.first(where: { $0.call == call }) else {
      // A sign-out, or a sign-in that began later, has come first.
      if case .success(let session) = result { end(session) }
      return reply(call, .failed(.cancelled))
    }
    switch result {
    case .success(let session):
      if let person = signIn.reauthenticates, person != session.info.id || present?.person != person {
        signIns.removeAll { $0.call == call }
        end(session)
        return reply(call, .failed(present?.person == person ? .differentAccount : .sessionEnded))
      }
      enqueue(.adopt(call, session))
      cancelRequest()
    case .failure(let error): signInFailed(signIn, error)
    }
  }

  private mutating func signInFailed(_ signIn: SignIn, _ error: DoorwardError) {
    guard case .asking(let request, let attachment, let attached, let isRepeated) = signIn.stage else {
      signIns.removeAll { $0.call == signIn.call }
      return reply(signIn.call, .failed(error))
    }
    // The device's clock was set back, so an old token looked fresh; or the session has ended. A renewal tells.
    if let attached, !isRepeated, error.status == 401, error.code == .invalidToken {
      return setStage(.waiting(request, attachment, refused: attached), of: signIn.call)
    }
    signIns.removeAll { $0.call == signIn.call }
    reply(signIn.call, .failed(error))
    let isUnanswered = error.leavesProofUnused || error.code == .cancelled
    if isUnanswered {
      if signIn.call == SignIn.resumed {
        upkeep.resumesUpgrade = true
        failed(error)
      }
    } else if let visitor = present?.visitor, visitor.pendingUpgrade?.key == request.key {
      if attached == nil {
        // The session of the anonymous user has ended, and so has the upgrade.
        changes.signedOut.append(SignedOut(id: visitor.sessionID))
        changes.told.append(visitor.sessionID)
      } else {
        changes.refusedUpgrades.append(request.key)
      }
      enqueue(.store)
    }
  }

  /// Ends a session that is not adopted. The server answers a repeated sign-in by the same session, so it may be the
  /// present one, or about to be.
  private mutating func end(_ session: SessionRecord) {
    var adopted = [present?.id]
    switch lane {
    case .opening(.adopt(_, let other)), .writing(.adopt(_, let other), _, _, _):
      adopted.append(other.sessionID)
    default: break
    }
    for case .adopt(_, let other) in queue { adopted.append(other.sessionID) }
    guard !adopted.contains(session.sessionID) else { return }
    changes.ended.append(EndedSession(session))
    enqueue(.store)
  }

  /// Sends the proofs that have what they waited for.
  private mutating func advanceSignIns() {
    for index in signIns.indices {
      guard case .waiting(let request, let attachment, let refused) = signIns[index].stage else { continue }
      if stored == nil, readError == nil || isLookPending {
        if !isLookPending { enqueue(.look([])) }
        continue
      }
      let person = signIns[index].reauthenticates ?? present?.person
      if attachment == .present {
        guard let session = present?.session, session.info.id == person else {
          reply(signIns[index].call, .failed(present == nil ? .notSignedIn : .sessionEnded))
          signIns[index].stage = .begun
          continue
        }
        signIns[index].reauthenticates = session.info.id
      }
      let session = attachment == .present ? present?.session : present?.visitor
      signIns[index].replaces = session?.sessionID
      guard let session else {
        send(request, attachment, nil, refused != nil, signIns[index].call)
        continue
      }
      guard isFresh, session.accessToken != refused else {
        if !isRecovering { enqueue(.renew(refused: refused)) }
        continue
      }
      if attachment == .visitor, session.pendingUpgrade != request {
        enqueue(.prepareUpgrade(signIns[index].call))
      } else {
        send(request, attachment, session, refused != nil, signIns[index].call)
      }
    }
  }

  private mutating func send(
    _ request: SignInRequest, _ attachment: Attachment, _ session: SessionRecord?, _ isRepeated: Bool,
    _ call: Call
  ) {
    setStage(
      .asking(request, attachment, attached: session?.accessToken, isRepeated: isRepeated), of: call)
    effects.append(.signIn(call, request, token: session?.accountToken))
  }

  /// Sends an upgrade again whose answer was not received; without a session if that has ended.
  private mutating func resumeUpgrade(isOver: Bool = false) {
    upkeep.resumesUpgrade = false
    guard let visitor = present?.visitor, let upgrade = visitor.pendingUpgrade, isOver || signIns.isEmpty
    else {
      return
    }
    let own = signIns.firstIndex {
      if case .waiting(upgrade, _, _) = $0.stage { true } else { $0.call == SignIn.resumed }
    }
    if own == nil { signIns.insert(SignIn(call: SignIn.resumed, stage: .begun), at: 0) }
    signIns[own ?? 0].replaces = visitor.sessionID
    send(upgrade, .visitor, isOver ? nil : visitor, false, signIns[own ?? 0].call)
  }

  // MARK: Waiters

  private mutating func serveWaiters() {
    var left: [Waiter] = []
    for waiter in waiters {
      var waiter = waiter
      if let answer = answer(&waiter) { reply(waiter.call, answer) } else { left.append(waiter) }
    }
    waiters = left
  }

  /// The reply to a waiter; nil if it has to wait for a job.
  private mutating func answer(_ waiter: inout Waiter) -> SessionReply? {
    guard stored != nil else {
      if !isLookPending { enqueue(.look([])) }
      return nil
    }
    let present = present
    if let person = waiter.person, person != present?.person { return .failed(.sessionEnded) }
    waiter.person = present?.session?.info.id ?? waiter.person
    switch (waiter.need, present) {
    case (.anonymous, .user), (.guest, .some): return .done
    case (.anonymous, _): enqueue(.visit(.anonymous))
    case (.guest, nil): enqueue(.visit(.guest))
    case (.user, .guest), (.user, nil): return .failed(.notSignedIn)
    case (.token, nil):
      guard settings.seeksVisitors else { return .failed(.notSignedIn) }
      enqueue(.visit(.offered))
    case (.token(let refused, _), .some(let holder)), (.user(let refused, _), .some(let holder)):
      if isFresh, holder.accessToken != refused { return .holder(holder) }
      if holder.guest != nil {
        enqueue(.visit(settings.seeksVisitors ? .offered : .guest))
      } else if !isRecovering {
        enqueue(.renew(refused: refused))
      }
    }
    return nil
  }

  /// Replies to the callers that wait for tokens or visitors, which are not to be had now.
  private mutating func failWaiters(_ error: DoorwardError) {
    for waiter in waiters {
      let isAlive = life.map { $0.left(at: now) > 0 } ?? false
      switch waiter.need {
      case .token(let refused, _), .user(let refused, _):
        // The server cannot be reached, and the token is still valid.
        if let present, isAlive, present.accessToken != refused {
          reply(waiter.call, .holder(present))
          continue
        }
      case .anonymous, .guest: break
      }
      reply(waiter.call, .failed(error))
    }
    waiters = []
  }

  private mutating func failWaitingSignIns(_ error: DoorwardError) {
    for signIn in signIns {
      if case .waiting = signIn.stage { reply(signIn.call, .failed(error)) }
    }
    signIns.removeAll { if case .waiting = $0.stage { true } else { false } }
  }

  // MARK: The lane

  private var isLookPending: Bool {
    if case .looking = lane { return true }
    return queue.contains { if case .look = $0 { true } else { false } }
  }

  private mutating func enqueue(_ job: SessionJob) {
    guard !queue.contains(job) else { return }
    if case .renew = job, isRenewing { return }
    if case .visit = job, isVisiting { return }
    // A job that has not read the storage yet applies every change.
    if case .opening(job) = lane { return }
    let place = queue.firstIndex { $0.rank > job.rank } ?? queue.endIndex
    queue.insert(job, at: place)
  }

  /// Cancels the request of the present job: it has become void, or must not delay a sign-out or sign-in.
  private mutating func cancelRequest() {
    switch lane {
    case .asking(let job, isVoid: false):
      lane = .asking(job, isVoid: true)
      effects.append(.cancelRequest)
    case .confirming: effects.append(.cancelRequest)
    case .idle, .looking, .opening, .writing, .asking: break
    }
  }

  private mutating func startNextJob() {
    while lane == .idle, !queue.isEmpty {
      let job = queue.removeFirst()
      switch job {
      case .look(let calls):
        lane = .looking(calls)
        effects.append(.look)
      case .confirm:
        guard let session = present?.session, isFresh, !isVerified else { continue }
        lane = .confirming(sessionID: session.sessionID)
        effects.append(.confirm(session))
      case .renew where present?.session == nil, .store where changes.isEmpty && signOuts.isEmpty: continue
      default:
        lane = .opening(job)
        effects.append(.open)
      }
    }
    // Whatever else is to be done comes before the confirmation of a session.
    if case .confirming = lane, !queue.isEmpty { cancelRequest() }
  }

  private mutating func looked(_ result: Result<StoredRecord, StorageError>) {
    guard case .looking(let calls) = lane else { return }
    lane = .idle
    switch result {
    case .success(let record): saw(record)
    case .failure(let error):
      readError = error
      if stored == nil { failWaiters(.storage(error)) }
    }
    for call in calls { reply(call, .done) }
  }

  /// Takes a record that the storage holds.
  private mutating func saw(_ record: StoredRecord) {
    let isFirst = stored == nil
    let before = stored?.holder
    stored = record
    readError = nil
    if let session = record.holder?.session { used.insert(session.sessionID) }
    if let holder = record.holder {
      if holder.accessToken != before?.accessToken || holder.receivedAt != before?.receivedAt || life == nil {
        life = TokenLife(of: holder, at: now)
      }
    } else {
      life = nil
    }
    if before?.id != record.holder?.id {
      isVerified = false
      upkeep.hasNoVisitors = false
    }
    // The process that ended a session asks the server first.
    if !isFirst {
      for session in record.ended where ends[session.sessionID] == nil { ends[session.sessionID] = false }
    }
    if isFirst { resumeUpgrade() }
  }

  private mutating func opened(_ found: OpenedStorage, _ key: String) {
    guard case .opening(let job) = lane else { return }
    switch found {
    case .record(let record):
      saw(record)
      decide(job, record, key)
    case .unreadable(let error):
      // A sign-in or sign-out replaces a record that cannot be read; nothing else does.
      var replaces = !signOuts.isEmpty && job == .store
      if case .adopt = job { replaces = true }
      guard replaces else {
        effects.append(.close)
        return fail(job, error, isWrite: false)
      }
      let record = stored ?? StoredRecord()
      stored = record
      decide(job, record, key, mustWrite: true)
    case .failed(let error): fail(job, error, isWrite: false)
    }
  }

  /// Decides what a job writes, now that no other process changes the record.
  private mutating func decide(
    _ job: SessionJob, _ found: StoredRecord, _ key: String, mustWrite: Bool = false
  ) {
    var new = changes.applied(to: found)
    var isLast = true
    switch job {
    case .store, .look, .confirm: break
    case .adopt(let call, let session):
      guard let signIn = signIns.first(where: { $0.call == call }), canAdopt(session, signIn, new) else {
        signIns.removeAll { $0.call == call }
        end(session)
        reply(call, .failed(.cancelled))
        return write(.store, changes.applied(to: found), isLast: true, mustWrite)
      }
      new.adopt(session)
    case .prepareUpgrade(let call):
      guard var visitor = new.holder?.visitor, let request = waitingRequest(of: call) else { break }
      visitor.pendingUpgrade = request
      new.holder = .user(visitor)
    case .renew(let refused):
      guard var session = new.holder?.session,
        !isFresh || session.accessToken == refused || isRefused(session.accessToken)
      else { break }
      // Stored before it is sent, so that a process that is killed asks again with the same key.
      if session.pendingRefresh == nil { session.pendingRefresh = key }
      new.holder = .user(session)
      isLast = false
    case .visit(let visit):
      isLast = new.holder.map { $0.session != nil || isFresh && !isRefused($0.accessToken) } ?? false
      if visit == .anonymous, new.holder?.guest != nil { isLast = false }
    case .profile(let call, let user, let info):
      guard var session = new.holder?.session, session.take(user, info) else {
        reply(call, .failed(.sessionEnded))
        return write(.store, new, isLast: true, mustWrite)
      }
      new.holder = .user(session)
    }
    write(job, new, isLast: isLast, mustWrite)
  }

  /// Whether the session of a sign-in may take the place of the present one. A sign-out or another sign-in that came later
  /// has precedence, also that of another process.
  private func canAdopt(_ session: SessionRecord, _ signIn: SignIn, _ record: StoredRecord) -> Bool {
    if record.holder?.id == session.sessionID { return true }
    guard !used.contains(session.sessionID) else { return false }
    guard !record.ended.contains(where: { $0.sessionID == session.sessionID }) else { return false }
    return signIn.replaces == nil || signIn.replaces == record.holder?.id
  }

  /// Whether a backend or the server has refused an access token that looks fresh.
  private func isRefused(_ token: String) -> Bool {
    waiters.contains {
      switch $0.need {
      case .token(let refused, _), .user(let refused, _): refused == token
      case .anonymous, .guest: false
      }
    }
      || signIns.contains {
        if case .waiting(_, _, refused: token) = $0.stage { true } else { false }
      }
  }

  private func waitingRequest(of call: Call) -> SignInRequest? {
    guard case .waiting(let request, _, _)? = signIns.first(where: { $0.call == call })?.stage else {
      return nil
    }
    return request
  }

  private mutating func write(_ job: SessionJob, _ new: StoredRecord, isLast: Bool, _ mustWrite: Bool = false)
  {
    lane = .writing(job, new, changes, isLast: isLast)
    if new != stored || mustWrite { effects.append(.write(new)) } else { written(.success(())) }
  }

  private mutating func written(_ result: Result<Void, StorageError>) {
    guard case .writing(let job, let new, let stored, let isLast) = lane else { return }
    switch result {
    case .failure(let error):
      effects.append(.close)
      fail(job, error, isWrite: true)
    case .success:
      saw(new)
      changes.remove(stored)
      guard isLast || isOvertaken(job) else { return ask(job) }
      effects.append(.close)
      finish(job)
    }
  }

  /// Whether a sign-out or sign-in has come while a job wrote, so that its request must not be sent now.
  private func isOvertaken(_ job: SessionJob) -> Bool {
    if case .renew = job, present?.session == nil { return true }
    return queue.contains { $0.rank < job.rank }
  }

  private mutating func ask(_ job: SessionJob) {
    lane = .asking(job, isVoid: false)
    switch job {
    case .renew: if let session = present?.session { effects.append(.renew(session)) }
    case .visit(let visit): effects.append(.visit(visit, present?.guest))
    default: break
    }
  }

  private mutating func finish(_ job: SessionJob) {
    lane = .idle
    upkeep.failures = 0
    switch job {
    case .store:
      guard changes.signedOut.isEmpty, changes.signedOutBefore == nil else { break }
      for index in signOuts.indices { signOuts[index].isStored = true }
    case .adopt(let call, let session):
      // A sign-out during the write has removed the sign-in and hides its session.
      guard let place = signIns.firstIndex(where: { $0.call == call }) else {
        return reply(call, .failed(.cancelled))
      }
      isVerified = present?.id == session.sessionID
      let overtaken = signIns[..<place]
      signIns.removeFirst(place + 1)
      for signIn in overtaken {
        // The others get their reply with the answer to their proof.
        if case .waiting = signIn.stage { reply(signIn.call, .failed(.cancelled)) }
      }
      for index in signIns.indices where signIns[index].replaces != nil {
        signIns[index].replaces = session.sessionID
      }
      reply(call, .done)
    case .profile(let call, _, let info):
      let isPresent = present?.person == info.id
      if isPresent { isVerified = true }
      reply(call, isPresent ? .done : .failed(.sessionEnded))
    case .renew, .visit, .prepareUpgrade, .look, .confirm: break
    }
  }

  private mutating func fail(_ job: SessionJob, _ error: StorageError, isWrite: Bool) {
    lane = .idle
    upkeep.failures += 1
    switch job {
    case .store:
      for index in signOuts.indices where signOuts[index].isStored == nil {
        signOuts[index].isStored = false
        signOuts[index].storageError = error
      }
    case .adopt(let call, let session):
      signIns.removeAll { $0.call == call }
      reply(call, .failed(.storage(error)))
      guard session.sessionID != present?.id else { break }
      // The upgrade of an anonymous user is asked for again, and has the same answer.
      if present?.visitor?.pendingUpgrade != nil, present?.person == session.info.id {
        upkeep.resumesUpgrade = true
        break
      }
      end(session)
      // The storage may hold the session although it has reported a failure.
      if isWrite {
        changes.signedOut.append(SignedOut(id: session.sessionID))
        enqueue(.store)
      }
    case .renew, .visit:
      failWaiters(.storage(error))
      failWaitingSignIns(.storage(error))
    case .prepareUpgrade(let call):
      signIns.removeAll { $0.call == call }
      reply(call, .failed(.storage(error)))
    case .profile(let call, _, _): reply(call, .failed(.storage(error)))
    case .look, .confirm: break
    }
  }

  // MARK: The server's answers

  private mutating func renewed(_ result: Result<SessionRecord, DoorwardError>) {
    guard case .asking(.renew(let refused), let isVoid) = lane, let stored else { return }
    var new = changes.applied(to: stored)
    guard !isVoid, let session = new.holder?.session else { return write(.store, new, isLast: true) }
    switch result {
    case .success(var renewed):
      renewed.pendingUpgrade = session.pendingUpgrade
      new.holder = .user(renewed)
      isVerified = true
      write(.renew(refused: refused), new, isLast: true)
    case .failure(let error) where error.isDefiniteRefusal:
      if session.info.isAnonymous, session.pendingUpgrade != nil {
        // An upgrade ends the session of the anonymous user, so its answer may have been lost.
        resumeUpgrade(isOver: true)
        return write(.store, new, isLast: true)
      }
      changes.signedOut.append(SignedOut(id: session.sessionID))
      changes.told.append(session.sessionID)
      write(.store, changes.applied(to: stored), isLast: true)
    case .failure(let error):
      effects.append(.close)
      lane = .idle
      failed(error)
      failWaiters(error)
      failWaitingSignIns(error)
    }
  }

  private mutating func visited(_ result: Result<SessionHolder?, DoorwardError>) {
    guard case .asking(.visit(let visit), let isVoid) = lane, let stored else { return }
    var new = changes.applied(to: stored)
    switch result {
    case .success(let holder?):
      if isVoid {
        if let session = holder.session { changes.ended.append(EndedSession(session)) }
        return write(.store, changes.applied(to: stored), isLast: true)
      }
      new.holder = holder
      write(.visit(visit), new, isLast: true)
    case .success(nil):
      if let guest = present?.guest, !isVoid { changes.signedOut.append(SignedOut(id: guest.id)) }
      upkeep.hasNoVisitors = true
      if !isVoid { failWaiters(.notSignedIn) }
      write(.store, changes.applied(to: stored), isLast: true)
    case .failure(let error):
      effects.append(.close)
      lane = .idle
      guard !isVoid else { return }
      failed(error)
      failWaiters(error)
    }
  }

  private mutating func confirmed(_ result: Result<(user: JSONValue, info: DoorwardUserInfo), DoorwardError>)
  {
    guard case .confirming(let sessionID) = lane else { return }
    lane = .idle
    guard let session = present?.session, session.sessionID == sessionID else { return }
    switch result {
    case .success(let answer):
      enqueue(.profile(SignIn.resumed, user: answer.user, answer.info))
    case .failure(let error) where error.code == .invalidToken && error.status == 401:
      enqueue(.renew(refused: session.accessToken))
    case .failure(let error): if error.code != .cancelled { failed(error) }
    }
  }

  private mutating func failed(_ error: DoorwardError?) {
    upkeep.failures += 1
    // A server may ask for any time; an hour is enough.
    upkeep.retryAfter = min((error?.retryAfter ?? .zero) / .seconds(1), 3600)
  }

  // MARK: After every event

  /// Does what the new state allows, and tells the app.
  private mutating func settle(isWoken: Bool) {
    serveWaiters()
    advanceSignIns()
    askToEnd()
    startNextJob()
    if lane == .idle, upkeep.failures == 0 || isWoken {
      keepUp()
      startNextJob()
      if lane == .idle, !isAsking { upkeep.failures = 0 }
    }
    replyToSignOuts()
    setAlarm()
    let view = view
    if view != announced {
      announced = view
      // No caller gets a token of a user before that user is announced.
      effects.insert(.announce(view), at: 0)
    }
  }

  /// Whether the server is asked for something that the machine repeats after a failure.
  private var isAsking: Bool {
    ends.values.contains(true) || signIns.contains { $0.call == SignIn.resumed }
  }

  private mutating func askToEnd() {
    let unfinished = unfinished
    ends = ends.filter { end in end.value || unfinished.contains { $0.sessionID == end.key } }
    for session in unfinished where ends[session.sessionID] == nil {
      ends[session.sessionID] = true
      // A sign-out everywhere has found its session only now.
      let isEverywhere = signOuts.contains { $0.isEverywhere && $0.isUnread }
      effects.append(.end(session, everywhere: isEverywhere, accountToken: nil))
      for index in signOuts.indices {
        signOuts[index].sessions.append(session.sessionID)
        signOuts[index].hasSession = true
      }
    }
  }

  private mutating func keepUp() {
    if !changes.isEmpty { enqueue(.store) }
    if upkeep.resumesUpgrade { resumeUpgrade() }
    guard settings.renewsAhead, stored != nil else { return }
    switch present {
    case .user:
      if !isFresh {
        if !isRecovering { enqueue(.renew(refused: nil)) }
      } else if !isVerified {
        enqueue(.confirm)
      }
    case .guest: if settings.seeksVisitors, !isFresh { enqueue(.visit(.offered)) }
    case nil: if settings.seeksVisitors, !upkeep.hasNoVisitors { enqueue(.visit(.offered)) }
    }
  }

  private mutating func replyToSignOuts() {
    for signOut in signOuts {
      guard let isStored = signOut.isStored, signOut.sessions.isEmpty else { continue }
      let serverKnows = !signOut.isUntold
      if signOut.isEverywhere, signOut.error != nil || signOut.isUnread && !isStored && !signOut.hasSession {
        let error = signOut.error ?? signOut.storageError.map { .storage($0) }
        reply(signOut.call, .failed(.notSignedOutElsewhere(error ?? .offline)))
      } else if isStored || signOut.hasSession && serverKnows {
        reply(signOut.call, .signedOut(SignOutResult(serverKnows: serverKnows, isStored: isStored)))
      } else {
        reply(signOut.call, .failed(.signOutNotStored(signOut.storageError)))
      }
    }
    signOuts.removeAll { $0.isStored != nil && $0.sessions.isEmpty }
  }

  private mutating func setAlarm() {
    guard lane == .idle, queue.isEmpty else { return }
    let alarm: Upkeep.Alarm?
    if !changes.isEmpty || ends.values.contains(false) || upkeep.failures > 0 {
      alarm = .retry(upkeep.failures)
    } else if settings.renewsAhead, let present {
      alarm = .renewal(token: present.accessToken)
    } else {
      alarm = nil
    }
    guard alarm != upkeep.alarm else { return }
    upkeep.alarm = alarm
    switch alarm {
    case .retry(let failures):
      effects.append(.wake(max(min(Double(2 << min(failures, 8)), 300), upkeep.retryAfter), isRetry: true))
      upkeep.retryAfter = 0
    case .renewal: effects.append(.wake(min(max(freshness(at: now), 1), 86_400), isRetry: false))
    case nil: effects.append(.wake(nil, isRetry: false))
    }
  }

  private mutating func reply(_ call: Call, _ reply: SessionReply) {
    if call != SignIn.resumed { effects.append(.reply(call, reply)) }
  }
}

extension StoredRecord {
  /// Takes the session of a sign-in in place of the present one, which the server has to end.
  fileprivate mutating func adopt(_ session: SessionRecord) {
    var session = session
    if let before = holder?.session {
      if before.sessionID == session.sessionID {
        // A reauthentication renews no refresh token, but a renewal since then has.
        session.refreshToken = before.refreshToken
        session.pendingRefresh = before.pendingRefresh
      } else if !(before.info.isAnonymous && before.info.id == session.info.id) {
        // The server has ended the session of an anonymous user with the upgrade.
        add(EndedSession(before))
      }
    }
    holder = .user(session)
  }
}
