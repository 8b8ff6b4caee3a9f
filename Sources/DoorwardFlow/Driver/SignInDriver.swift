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
/// A view draws ``flow`` and reports the acts of the user. SwiftUI observes the driver; other views read ``flows``. When the
/// app closes the view by itself, it performs ``SignInAct/cancel``.
@MainActor @Observable public final class SignInDriver {
  /// The present view, the problem and the choices.
  public private(set) var flow = SignInFlow()
  /// The error of the present problem, with sentences for the user; nil if there is none, or if the sign-in has expired.
  public var error: DoorwardError? { failure.flatMap { $0.problem == flow.problem ? $0.error : nil } }

  private var failure: (problem: SignInProblem, error: DoorwardError)?
  @ObservationIgnored private let doorward: Doorward
  @ObservationIgnored private let calls: SignInCalls
  @ObservationIgnored private let clock: DoorwardClock
  @ObservationIgnored private var request: Task<Void, Never>?
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

  /// Reads the offer of the application.
  public func begin() { perform(flow.begin()) }

  /// Takes an act of the user. An act that ``SignInFlow/allows(_:)`` refuses changes nothing.
  public func perform(_ act: SignInAct) { perform(flow.perform(act)) }

  /// The present flow and every later one.
  public var flows: AsyncStream<SignInFlow> {
    let (flows, subscriber) = AsyncStream<SignInFlow>.makeStream()
    let id = UUID()
    subscribers[id] = subscriber
    subscriber.yield(flow)
    subscriber.onTermination = { [weak self] _ in Task { @MainActor in self?.subscribers[id] = nil } }
    return flows
  }

  /// Waits for the end of the sign-in.
  ///
  /// - Returns: The result; ``SignInResult/cancelled`` if the task was cancelled before.
  public func result() async -> SignInResult {
    for await flow in flows {
      guard case .finished(let dismissal) = flow.screen else { continue }
      switch dismissal {
      case .completed: return .completed(doorward.authState)
      case .cancelled: return .cancelled
      case .failed(let problem):
        return failure.flatMap { $0.problem == problem ? .failed($0.error) : nil } ?? .cancelled
      }
    }
    return .cancelled
  }

  // MARK: Effects

  private func perform(_ effects: [SignInEffect]) {
    for effect in effects {
      switch effect {
      case .request(let request, let id): send(request, id)
      case .cancel:
        request?.cancel()
        request = nil
      case .start(let timer, let time): start(timer, until: time)
      case .stop(let timer): timers.removeValue(forKey: timer)?.cancel()
      case .finish: break
      }
    }
    for subscriber in subscribers.values { subscriber.yield(flow) }
  }

  private func send(_ request: SignInRequest, _ id: SignInRequest.ID) {
    self.request = Task { [weak self, calls] in
      let (answer, error) = await calls.perform(request)
      self?.receive(answer, error, to: id)
    }
  }

  private func receive(_ answer: SignInAnswer, _ error: DoorwardError?, to id: SignInRequest.ID) {
    if let error, case .refused(let problem) = answer, flow.isPending(id) { failure = (problem, error) }
    perform(flow.receive(answer, to: id))
  }

  private func start(_ timer: SignInTimer, until time: Date) {
    timers.removeValue(forKey: timer)?.cancel()
    // The times of a challenge are by the server's clock. If its end has passed already, the device's clock is wrong, and
    // the server decides.
    guard timer != .expiry || time > clock.now() else { return }
    timers[timer] = Task { [weak self, clock] in
      let wait = time.timeIntervalSince(clock.now())
      if wait > 0 { try? await clock.sleep(.seconds(wait)) }
      guard !Task.isCancelled, let self else { return }
      timers[timer] = nil
      perform(flow.fire(timer))
    }
  }
}
