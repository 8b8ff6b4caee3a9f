public import Doorward
public import Foundation
public import Observation

/// Runs a sign-in for a view: performs the effects of a ``SignInFlow`` with the SDK.
///
/// ```swift
/// let driver = SignInDriver(doorward)
/// driver.begin()
/// driver.perform(.continueWith("ada@example.com"))
/// ```
///
/// A view draws ``flow`` and reports the acts of the user. SwiftUI observes the driver; other views read ``updates``. When the
/// user closes the view, perform ``SignInAct/cancel``, if the flow allows it. When the view disappears for another reason, call
/// ``close()``. A driver that is released cancels its request.
@MainActor @Observable public final class SignInDriver {
  /// The present view, the problem and the choices.
  public private(set) var flow = SignInFlow()
  /// The server's or the app's error that is the present problem, with sentences for the user; nil if there is none, or if a
  /// code or the sign-in has expired meanwhile.
  public var error: DoorwardError? { flow.problem.flatMap(error(of:)) }

  /// The strength of the new password that the user types.
  @ObservationIgnored public let passwordEstimates: PasswordEstimates

  private var failure: (problem: SignInProblem, error: DoorwardError)?
  @ObservationIgnored private let doorward: Doorward
  @ObservationIgnored let calls: SignInCalls
  @ObservationIgnored private let memory: SignInMemory
  @ObservationIgnored private let effects = EffectQueue<SignInEffect>()
  /// Finds out whether a cancelled request has signed the user in.
  @ObservationIgnored private var ending: Task<Void, Never>?
  /// The last call. A closure of the app need not end when it is cancelled.
  @ObservationIgnored private var call: (task: Task<Void, Never>, isOfApp: Bool)?
  @ObservationIgnored private let timers: ServerTimers
  @ObservationIgnored private let readers = Updates<SignInFlow>()

  /// Makes a driver. ``begin()`` starts it.
  ///
  /// - Parameters:
  ///   - doorward: The client that signs in.
  ///   - purpose: Whether a user signs in, or the signed-in user confirms a change of the account.
  ///   - proofs: The methods that need the app.
  ///   - memory: The facts about the last sign-in.
  ///   - clock: The clock of the timers.
  public init(
    _ doorward: Doorward, for purpose: SignInPurpose = .signIn, proofs: SignInProofs = SignInProofs(),
    memory: SignInMemory = .userDefaults, clock: DoorwardClock = .system
  ) {
    self.doorward = doorward
    timers = ServerTimers(doorward, clock)
    passwordEstimates = PasswordEstimates(doorward, clock)
    self.memory = memory
    calls = SignInCalls(doorward, proofs: proofs, memory: memory, purpose: purpose)
  }

  /// The time for ``SignInContent/screen(of:at:)``: the server's.
  public var now: Date { doorward.serverTime }

  deinit { call?.task.cancel() }

  /// Reads the offer of the application.
  public func begin() { step { $0.begin() } }

  /// Takes an act of the user. An act that ``SignInFlow/allows(_:)`` refuses changes nothing.
  public func perform(_ act: SignInAct) { step { $0.perform(act) } }

  /// Takes the step of a pressed button. A step of the renderer, such as ``ScreenAction/copy(_:)``, changes nothing.
  public func perform(_ action: ScreenAction, with texts: FieldTexts) {
    if case .signIn(let step) = action { perform(step.act(with: texts)) }
  }

  /// Ends the sign-in in every view. The result is ``SignInResult/completed(_:)`` if the user is signed in. New recovery codes
  /// are shown no longer.
  public func close() { step { $0.close() } }

  /// The present flow and its changes, until the view is closed or the driver is released. A slow reader gets only the newest
  /// one.
  public var updates: AsyncStream<SignInFlow> { readers.stream(from: flow, isLast: flow.screen.isFinished) }

  /// Waits for the end of the sign-in. If the task is cancelled, the sign-in is closed.
  ///
  /// - Returns: The result. It is ``SignInResult/completed(_:)`` also if the server has signed the user in just before the
  ///   cancellation.
  public func result() async -> SignInResult {
    for await _ in updates {}
    close()
    await ending?.value
    switch flow.screen {
    case .finished(.completed): return .completed(doorward.authState)
    case .finished(.failed(let problem)): return .failed(error(of: problem) ?? .nothingOffered)
    default: return .cancelled
    }
  }

  /// The remedy of a problem changes with the time, its code does not.
  private func error(of problem: SignInProblem) -> DoorwardError? {
    failure.flatMap { $0.problem.code == problem.code ? $0.error : nil }
  }

  // MARK: Effects

  private func step(_ change: (inout SignInFlow) -> [SignInEffect]) {
    var next = flow
    let new = change(&next)
    guard next != flow else { return }
    flow = next
    guard effects.perform(new, perform) else { return }
    readers.send(flow)
    if flow.needsNoChallenge { calls.forgetChallenges(except: flow.earlierCode?.sent.ticket) }
    if flow.screen.isFinished, ending == nil { end() }
  }

  /// Ends the updates, once it is known whether the cancelled request has signed the user in.
  private func end() {
    let isKnown = flow.screen == .finished(.completed)
    ending = Task { [weak self, calls, call, readers] in
      if let call, !call.isOfApp, !isKnown { await call.task.value }
      if !isKnown, await calls.hasSignedIn() { self?.correct() }
      readers.finish()
    }
  }

  private func correct() {
    var corrected = flow
    corrected.completeLate()
    guard corrected != flow else { return }
    flow = corrected
    readers.send(flow)
  }

  private func perform(_ effect: SignInEffect) {
    switch effect {
    case .request(let request, let id): send(request, id)
    case .cancel: call?.task.cancel()
    case .start(let timer, let time):
      timers.start(timer, until: time) { [weak self] in self?.step { $0.fire(timer) } }
    case .stop(let timer): timers.stop(timer)
    case .finish: break
    case .remember(let fact): memory.keep(fact)
    }
  }

  private func send(_ request: SignInRequest, _ id: SignInRequest.ID) {
    let task = Task { [weak self, calls] in
      let (answer, error) = await calls.perform(request)
      self?.receive(answer, error, to: id)
    }
    call = (task, isOfApp: request.isCallOfApp)
  }

  private func receive(_ answer: SignInAnswer, _ error: DoorwardError?, to id: SignInRequest.ID) {
    if let error, case .refused(let problem) = answer, flow.isPending(id) { failure = (problem, error) }
    step { $0.receive(answer, to: id) }
  }
}

extension SignInRequest {
  /// Whether a closure of the app performs it.
  fileprivate var isCallOfApp: Bool {
    if case .prove(let method) = self { method != .passkey } else { false }
  }
}

extension SignInFlow {
  /// Whether neither the view nor a request needs a challenge of before.
  fileprivate var needsNoChallenge: Bool {
    if case .start = screen { !isBusy } else { screen.isFinished }
  }
}

/// The result of a sign-in view.
public enum SignInResult: Sendable {
  /// The user is signed in.
  case completed(AuthState)
  /// The user or the app has closed the view before the end.
  case cancelled
  /// The user has closed a view that could not offer a sign-in.
  case failed(DoorwardError)
}
