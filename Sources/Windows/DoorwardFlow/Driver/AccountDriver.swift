public import Doorward
internal import DoorwardWire
public import Foundation
public import Observation

/// Runs an account window: performs the effects of an ``AccountFlow`` with the SDK.
///
/// ```swift
/// let driver = AccountDriver(doorward)
/// driver.begin()
/// let window = AccountContent().window(of: driver.state, at: driver.now)
/// ```
@MainActor @Observable public final class AccountDriver {
  /// The present state.
  public var state: AccountState { AccountState(flow: flow, confirmation: confirmation?.flow) }
  /// The account.
  public private(set) var flow = AccountFlow()
  /// The sign-in that confirms the user; nil if there is none.
  public private(set) var confirmation: SignInDriver?

  /// The strength of the new password that the user types.
  @ObservationIgnored public let passwordEstimates: PasswordEstimates

  @ObservationIgnored private let doorward: Doorward
  @ObservationIgnored private let calls: AccountCalls
  @ObservationIgnored private let proofs: SignInProofs
  @ObservationIgnored private let clock: DoorwardClock
  @ObservationIgnored private let effects = EffectQueue<AccountEffect>()
  @ObservationIgnored private var call: Task<Void, Never>?
  @ObservationIgnored private var watches: [Task<Void, Never>] = []
  @ObservationIgnored private let timers: ServerTimers
  @ObservationIgnored private let readers = Updates<AccountState>()

  /// Makes a driver. ``begin()`` starts it.
  ///
  /// - Parameters:
  ///   - doorward: The client of the signed-in user.
  ///   - links: The wallets that the app can add.
  ///   - proofs: The methods of the app, to confirm the user.
  ///   - clock: The clock of the timers.
  public init(
    _ doorward: Doorward, links: AccountLinks = AccountLinks(), proofs: SignInProofs = SignInProofs(),
    clock: DoorwardClock = .system
  ) {
    self.doorward = doorward
    self.proofs = proofs
    self.clock = clock
    timers = ServerTimers(doorward, clock)
    passwordEstimates = PasswordEstimates(doorward, clock)
    calls = AccountCalls(doorward, links)
  }

  deinit {
    call?.cancel()
    for task in watches { task.cancel() }
  }

  /// The time for ``AccountContent/window(of:at:)``: the server's.
  public var now: Date { doorward.serverTime }

  /// Reads the account.
  public func begin() {
    guard watches.isEmpty else { return }
    watches.append(
      Task { [weak self, states = doorward.authStates] in for await _ in states { self?.checkUser() } })
    step { $0.begin() }
  }

  /// Takes an act of the user. An act that ``AccountFlow/allows(_:)`` refuses changes nothing.
  public func perform(_ act: AccountAct) { step { $0.perform(act) } }

  /// Takes the step of a pressed button. A step of the renderer, such as ``ScreenAction/copy(_:)``, changes nothing.
  public func perform(_ action: ScreenAction, with texts: FieldTexts) {
    switch action {
    case .account(let step): perform(step.act(with: texts))
    case .signIn: confirmation?.perform(action, with: texts)
    case .copy, .save, .open, .choosePhoto: break
    }
  }

  /// The most bytes of a photo.
  package static let largestPhoto = WirePhoto.maximumBytes

  /// Sets the photo that the user has chosen.
  ///
  /// - Parameter image: The image, a JPEG, PNG, WebP, GIF, HEIC or AVIF file.
  public func setPhoto(_ image: Data) {
    guard flow.allows(.setPhoto) else { return }
    calls.photo = image
    perform(.setPhoto)
  }

  /// Ends the window in every state. New recovery codes are shown no longer.
  public func close() { step { $0.close() } }

  /// The present state and its changes, until the window is closed or the driver is released. A slow reader gets only the newest
  /// one.
  public var updates: AsyncStream<AccountState> { readers.stream(from: state, isLast: flow.end != nil) }

  /// Waits for the end of the window.
  ///
  /// - Returns: The reason. It is ``AccountEnd/closed`` also if the task is cancelled.
  public func result() async -> AccountEnd {
    for await _ in updates {}
    close()
    return flow.end ?? .closed
  }

  // MARK: Effects

  private func step(_ change: (inout AccountFlow) -> [AccountEffect]) {
    var next = flow
    let new = change(&next)
    guard next != flow else { return }
    flow = next
    guard effects.perform(new, perform) else { return }
    tell()
    if flow.dialog == nil, !flow.isBusy, flow.problem == nil { calls.forget() }
    guard flow.end != nil else { return }
    readers.finish()
    for task in watches { task.cancel() }
  }

  private func tell() { readers.send(state) }

  private func perform(_ effect: AccountEffect) {
    switch effect {
    case .request(let request, let id):
      call = Task { [weak self, calls, user = flow.user?.id] in
        let answer = await calls.perform(request, of: user)
        self?.step { $0.receive(answer, to: id) }
        self?.checkUser()
      }
    case .cancel: call?.cancel()
    case .read(let list, let id):
      Task { [weak self, calls, user = flow.user?.id] in
        let result = await calls.read(list, of: user)
        self?.step {
          switch result {
          case .success(let content): $0.receive(content, of: list, to: id)
          case .failure(let problem): $0.receive(nil, of: list, because: problem, to: id)
          }
        }
      }
    case .signInAgain(let reason): confirm(reason)
    case .endSignIn:
      confirmation?.close()
      confirmation = nil
    case .start(let timer, let time):
      timers.start(timer, until: time) { [weak self] in self?.step { $0.fire(timer) } }
    case .stop(let timer): timers.stop(timer)
    case .finish: break
    }
  }

  /// Shows the sign-in that confirms the user.
  private func confirm(_ reason: ConfirmationReason) {
    let driver = SignInDriver(
      doorward, for: .confirmation(reason), proofs: proofs, memory: .nowhere, clock: clock)
    confirmation = driver
    driver.begin()
    Task { [weak self] in
      for await _ in driver.updates { self?.tell() }
      let result = await driver.result()
      guard let self, confirmation === driver else { return }
      let isCompleted = if case .completed = result { true } else { false }
      step { $0.signedInAgain(isCompleted) }
    }
  }

  /// Follows changes of the user from elsewhere. During a request, its answer says what has happened.
  private func checkUser() {
    guard !flow.isBusy, flow.user != nil else { return }
    if doorward.isLoggedIn, let user = doorward.currentUser {
      let user = AccountUser(user)
      if user != flow.user { step { $0.receive(user) } }
    } else if doorward.authState.isSignedOut {
      step { $0.signedOut() }
    }
  }
}
