internal import Encodings
internal import Foundation

/// Performs the effects of the ``SessionMachine`` and reports their results to it as events.
///
/// The machine decides, and this actor has no other state of the session. Accesses to the storage run one after the
/// other, because the machine requests one effect at a time. Requests and alarms run as separate tasks that hold the
/// actor weakly, so a client stops when the app has released it.
actor SessionEngine {
  nonisolated let api: ServerAPI
  nonisolated let clock: DoorwardClock
  nonisolated let logger: DoorwardLogger
  nonisolated let passkeys: (any PasskeyAuthenticator)?
  nonisolated let passkeyChanges = PasskeyChanges()
  /// The new passkeys whose registration was not answered.
  nonisolated let registrations: UnansweredRegistrations
  /// The keys of the requests that store something.
  nonisolated let keys = RequestKeys()
  private nonisolated let requests: SessionRequests
  private nonisolated let storage: any SessionStorage
  /// The server and the application, which the stored record names.
  private nonisolated let owner: String
  private nonisolated let freshToken: FreshToken
  private nonisolated let broadcast: StateBroadcast<DoorwardAuthState>

  private(set) var machine: SessionMachine
  private var callers = Callers()
  private var openStorage: OpenStorage?
  /// The request of the present job.
  private var request: Task<Void, Never>?
  private var signIns: [Call: Task<Void, Never>] = [:]
  private var alarm: Task<Void, Never>?
  private var watch: Task<Void, Never>?

  /// Makes an engine that has read nothing, or that begins with a record.
  init(
    _ configuration: DoorwardConfiguration, broadcast: StateBroadcast<DoorwardAuthState>,
    restored: (record: StoredRecord, isVerified: Bool)? = nil
  ) {
    api = ServerAPI(configuration)
    registrations = UnansweredRegistrations(configuration.clock)
    requests = SessionRequests(
      api: api, clock: configuration.clock, logger: configuration.logger, keys: keys)
    storage = configuration.storage
    owner = StandardSessionStorage.name(
      serverURL: configuration.serverURL, applicationID: configuration.applicationID)
    clock = configuration.clock
    logger = configuration.logger
    passkeys = configuration.passkeys
    self.broadcast = broadcast
    // Some devices renew a little earlier than others, so that a million apps that one message wakes do not renew at
    // once.
    let leeway = Double.random(in: 60...90)
    freshToken = FreshToken(leeway: leeway)
    let settings = SessionMachine.Settings(
      seeksVisitors: configuration.visitors == .asTheServerOffers, renewsAhead: configuration.renewsAhead,
      leeway: leeway)
    let now = configuration.clock.moment
    machine =
      restored.map { SessionMachine(settings, restored: $0.record, isVerified: $0.isVerified, at: now) }
      ?? SessionMachine(settings)
    freshToken.replace(restored?.record.holder, at: now)
    api.device.replace(machine.device)
  }

  deinit {
    alarm?.cancel()
    watch?.cancel()
  }

  // MARK: State

  /// The access token if it is fresh; without waiting.
  nonisolated func freshAccessToken() -> String? { freshToken.text(at: clock.moment) }

  var state: DoorwardAuthState { DoorwardAuthState(machine.view) }
  var present: SessionHolder? { machine.present }
  /// The id of a registered user's session; nil in every other state.
  var signedInSession: String? { state.isLoggedIn ? present?.id : nil }

  /// The reason why the state is not known; nil if it is known.
  var undeterminedReason: DoorwardError? {
    machine.isKnown ? nil : machine.readError.map { .storage($0) }
  }

  // MARK: Callers

  /// Sends an event for a caller and waits for the reply, at most as long as the caller does.
  func reply(to event: @Sendable (Call) -> SessionEvent) async throws(DoorwardError) -> SessionReply {
    let (call, replies) = callers.add()
    send(event(call))
    return try await reply(in: replies, to: call)
  }

  /// This part of ``reply(to:)`` does not depend on the event, so that it is compiled once.
  private func reply(
    in replies: AsyncStream<SessionReply>, to call: Call
  ) async throws(DoorwardError) -> SessionReply {
    for await reply in replies {
      if case .failed(let error) = reply { throw error }
      return reply
    }
    callers.remove(call)
    cancelSignIn(call)
    throw .cancelled
  }

  /// A number for a sign-in whose proof another part of the SDK sends. The sign-in begins now.
  func beginSignIn() -> Call {
    let call = callers.number()
    send(.beginSignIn(call))
    return call
  }

  /// Adopts the session of a sign-in that began before.
  func finishSignIn(_ call: Call, _ session: SessionRecord) async throws(DoorwardError) {
    let replies = callers.add(call)
    send(.signInAnswered(call, .success(session)))
    for await reply in replies {
      if case .failed(let error) = reply { throw error }
      return
    }
    callers.remove(call)
    throw .cancelled
  }

  func cancelSignIn(_ call: Call) {
    send(.cancelSignIn(call))
    signIns.removeValue(forKey: call)?.cancel()
  }

  /// The seconds until the tokens expire, and whether they are to be renewed.
  var tokenLife: (left: Double, isFresh: Bool) {
    let now = clock.moment
    return (machine.lifeLeft(at: now), machine.freshness(at: now) > 0)
  }

  /// Whether a sign-out waits to be stored.
  var isSignOutStored: Bool { machine.changes.signedOut.isEmpty && machine.changes.signedOutBefore == nil }

  // MARK: Events and effects

  func send(_ event: SessionEvent) {
    logger.debug("Session: \(event.line).")
    let effects = machine.handle(event, device: api.device.takeNew(), at: clock.moment)
    api.device.replace(machine.device)
    for effect in effects {
      logger.debug("Session: → \(effect.line).")
      perform(effect)
    }
  }

  private func perform(_ effect: SessionEffect) {
    switch effect {
    case .look:
      Task { [storage, owner] in
        let result: Result<StoredRecord, StorageError>
        do throws(StorageError) { result = .success(try StoredRecord(await storage.load(), of: owner)) } catch
        {
          logger.warning("The session cannot be read: \(error.reason)")
          result = .failure(error)
        }
        send(.looked(result))
      }
    case .open: openStorage = OpenStorage(storage, of: owner) { [weak self] in await self?.send($0) }
    case .write(let record): openStorage?.write(record)
    case .close: openStorage?.close()
    case .renew(let session): ask { .renewed(await $0.renew(session)) }
    case .visit(let visit, let guest): ask { .visited(await $0.visit(visit, guest)) }
    case .confirm(let session): ask { .confirmed(await $0.user(of: session)) }
    case .cancelRequest: request?.cancel()
    case .signIn(let call, let proof, let token):
      signIns[call] = Task { [weak self, requests] in
        let result = await requests.signIn(proof, token: token)
        await self?.signInAnswered(call, result)
      }
    case .end(let session, let isEverywhere, let token):
      Task { [weak self, requests] in
        let (isEnded, error) = await requests.end(session, everywhere: isEverywhere, accountToken: token)
        await self?.send(.endAnswered(session.sessionID, isEnded: isEnded, error))
      }
    case .announce(let view):
      // A reader of the state must not get the token of the previous user.
      freshToken.withhold(unlessOf: machine.present)
      broadcast.send(DoorwardAuthState(view))
      freshToken.replace(machine.present, at: clock.moment)
    case .reply(let call, let reply): callers.reply(call, reply)
    case .wake(let seconds, let isRetry): wake(after: seconds, isRetry)
    }
  }

  /// Asks the server for the present job.
  private func ask(_ body: @escaping @Sendable (SessionRequests) async -> SessionEvent) {
    request = Task { [weak self, requests] in
      let event = await body(requests)
      await self?.send(event)
    }
  }

  private func signInAnswered(_ call: Call, _ result: Result<SessionRecord, DoorwardError>) {
    signIns[call] = nil
    send(.signInAnswered(call, result))
  }

  private func wake(after seconds: Double?, _ isRetry: Bool) {
    alarm?.cancel()
    alarm = seconds.map { seconds in
      let pause = Duration.seconds(isRetry ? seconds * Double.random(in: 1...1.25) : seconds)
      return Task { [weak self, clock] in
        do { try await clock.sleep(pause) } catch { return }
        await self?.send(.woke)
      }
    }
  }

  // MARK: Other processes

  /// The interval of the checks for changes by other processes.
  private static let watchInterval = Duration.seconds(1)

  /// Reads the storage now and after every later change by another process.
  func start() async {
    // The revision is read before the record, so that a change during the read is noticed.
    let revision = await storage.revision()
    _ = try? await reply { .read($0) }
    guard watch == nil, var last = revision else { return }
    watch = Task { [weak self, storage] in
      // The clock of the configuration may be a test's. The length of this wait does not change any result.
      while (try? await Task.sleep(for: Self.watchInterval)) != nil {
        guard let self else { return }
        guard let revision = await storage.revision(), revision != last else { continue }
        last = revision
        await self.send(.storageChanged)
      }
    }
  }
}

extension DoorwardClock {
  var moment: Moment { Moment(wall: now().timeIntervalSince1970, elapsed: elapsed()) }
}

extension DoorwardAuthState {
  init(_ view: SessionView) {
    switch view {
    case .unknown(let code?, let reason) where code != .locked:
      self = .error(.storage(StorageError(code: code, reason: reason)))
    case .unknown: self = .undetermined
    case .known(.user(let session), let isVerified):
      let user = DoorwardUser(
        credential: DoorwardCredential(accessToken: session.accessToken), info: session.info,
        isVerified: isVerified)
      self = session.info.isAnonymous ? .anonymous(user) : .authenticated(user)
    case .known(.guest(let guest), _):
      self = .guest(DoorwardGuest(credential: DoorwardCredential(accessToken: guest.accessToken)))
    case .known(nil, _): self = .guest(DoorwardGuest(credential: nil))
    }
  }
}
