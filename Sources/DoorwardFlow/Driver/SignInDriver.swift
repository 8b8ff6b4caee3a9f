public import Doorward
internal import Foundation
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

  private var failure: (problem: SignInProblem, error: DoorwardError)?
  @ObservationIgnored private let doorward: Doorward
  @ObservationIgnored let calls: SignInCalls
  @ObservationIgnored private let clock: DoorwardClock
  /// The last call. A closure of the app need not end when it is cancelled.
  @ObservationIgnored private var call: (task: Task<Void, Never>, isOfApp: Bool)?
  @ObservationIgnored private var timers: [SignInTimer: Task<Void, Never>] = [:]
  @ObservationIgnored private var subscribers: [UUID: AsyncStream<SignInFlow>.Continuation] = [:]

  /// Makes a driver. ``begin()`` starts it.
  ///
  /// - Parameters:
  ///   - doorward: The client that signs in.
  ///   - proofs: The methods that need the app.
  ///   - clock: The clock of the timers.
  public init(
    _ doorward: Doorward, proofs: SignInProofs = SignInProofs(), clock: DoorwardClock = .system
  ) {
    self.doorward = doorward
    self.clock = clock
    calls = SignInCalls(doorward, proofs, clock)
  }

  deinit {
    call?.task.cancel()
    for timer in timers.values { timer.cancel() }
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// Reads the offer of the application.
  public func begin() { step { $0.begin() } }

  /// Takes an act of the user. An act that ``SignInFlow/allows(_:)`` refuses changes nothing.
  public func perform(_ act: SignInAct) { step { $0.perform(act) } }

  /// Ends the sign-in in every view. The result is ``SignInResult/completed(_:)`` if the user is signed in. New recovery codes
  /// are shown no longer.
  public func close() { step { $0.close() } }

  /// The present flow and its changes, until the view is closed or the driver is released. A slow reader gets only the newest
  /// one.
  public var updates: AsyncStream<SignInFlow> {
    let (updates, subscriber) = AsyncStream<SignInFlow>.makeStream(bufferingPolicy: .bufferingNewest(1))
    subscriber.yield(flow)
    if flow.screen.isFinished {
      subscriber.finish()
    } else {
      let id = UUID()
      subscribers[id] = subscriber
      subscriber.onTermination = { [weak self] _ in Task { @MainActor in self?.subscribers[id] = nil } }
    }
    return updates
  }

  /// Waits for the end of the sign-in. If the task is cancelled, the sign-in is closed.
  ///
  /// - Returns: The result. It is ``SignInResult/completed(_:)`` also if the server has signed the user in just before the
  ///   cancellation.
  public func result() async -> SignInResult {
    for await _ in updates {}
    close()
    if let call, !call.isOfApp { await call.task.value }
    if case .finished(.completed) = flow.screen { return .completed(doorward.authState) }
    if await calls.hasSignedIn() { return .completed(doorward.authState) }
    guard case .finished(.failed(let problem)) = flow.screen else { return .cancelled }
    return .failed(error(of: problem) ?? .nothingOffered)
  }

  /// The remedy of a problem changes with the time, its code does not.
  private func error(of problem: SignInProblem) -> DoorwardError? {
    failure.flatMap { $0.problem.code == problem.code ? $0.error : nil }
  }

  // MARK: Effects

  private func step(_ change: (inout SignInFlow) -> [SignInEffect]) {
    var next = flow
    let effects = change(&next)
    guard next != flow else { return }
    flow = next
    for effect in effects { perform(effect) }
    for subscriber in subscribers.values { subscriber.yield(flow) }
    if flow.needsNoChallenge { calls.forgetChallenges() }
    guard flow.screen.isFinished else { return }
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }

  private func perform(_ effect: SignInEffect) {
    switch effect {
    case .request(let request, let id): send(request, id)
    case .cancel: call?.task.cancel()
    case .start(let timer, let time): start(timer, until: time)
    case .stop(let timer): timers.removeValue(forKey: timer)?.cancel()
    case .finish: break
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

  private func start(_ timer: SignInTimer, until time: Date) {
    timers.removeValue(forKey: timer)?.cancel()
    // The times of a challenge are by the server's clock. If its end has passed already, the device's clock is wrong, and
    // the server decides.
    let isExpiry = timer == .expiry || timer == .codeExpiry
    guard !isExpiry || time > clock.now() else { return }
    timers[timer] = Task { [weak self, clock] in
      let wait = time.timeIntervalSince(clock.now())
      if wait > 0 { try? await clock.sleep(.seconds(wait)) }
      guard !Task.isCancelled, let self else { return }
      timers[timer] = nil
      step { $0.fire(timer) }
    }
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
