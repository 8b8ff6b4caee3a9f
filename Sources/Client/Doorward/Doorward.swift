internal import DoorwardWire
public import Foundation
public import Observation

/// Sign-in for an app: the state of the session, and every way to sign in and out.
///
/// ```swift
/// let doorward = Doorward(DoorwardConfiguration(serverURL: url))
/// await doorward.ready()
/// let token = try await doorward.accessToken()
/// ```
///
/// An app may have several. Every member can be used from every actor. SwiftUI observes ``authState``, ``currentUser`` and
/// ``isLoggedIn``, and receives changes on the main actor.
public final class Doorward: Sendable, Observable {
  /// The present state. When a sign-in or sign-out returns, the state already has its result.
  public var authState: DoorwardAuthState {
    registrar.access(self, keyPath: \.authState)
    return broadcast.present
  }

  /// The anonymous or registered user; nil in every other state.
  public var currentUser: DoorwardUser? { authState.user }
  /// Whether a registered user is signed in.
  public var isLoggedIn: Bool { authState.isLoggedIn }

  /// Sign-In with Ethereum.
  public let siwe: SiweClient
  /// Sign-in with a NEAR account.
  public let near: NearClient
  /// Passwords.
  public let password: PasswordClient
  /// One-time codes by email and SMS.
  public let code: CodeClient
  /// Passkeys.
  public let passkey: PasskeyClient
  /// Second factors.
  public let secondFactor: SecondFactorClient
  /// Sign-in on the server's page, in the user's browser.
  public let browser: BrowserClient
  /// Sign-in on another device, for machines without a browser.
  public let device: DeviceClient
  /// Anonymous users.
  public let anonymous: AnonymousClient
  /// Guests.
  public let guest: GuestClient
  /// The profile of the signed-in user.
  public let user: UserClient
  /// The identities of the signed-in user.
  public let identities: IdentitiesClient
  /// The sessions of the signed-in user, on this device and others.
  public let sessions: SessionsClient

  let engine: SessionEngine
  private let broadcast: StateBroadcast<DoorwardAuthState>
  private let registrar = ObservationRegistrar()

  /// Makes a client and begins to read the stored session.
  public convenience init(_ configuration: DoorwardConfiguration) {
    self.init(configuration, showing: .undetermined)
    let engine = engine
    Task { await engine.start() }
  }

  /// Makes a client and begins to read the stored session.
  public convenience init(configuration: DoorwardConfiguration) { self.init(configuration) }

  /// Makes a client that shows a state and reads nothing.
  ///
  /// `restored` is the record of that state, as if it had been read.
  init(
    _ configuration: DoorwardConfiguration, showing state: DoorwardAuthState,
    restored: (record: StoredRecord, isVerified: Bool)? = nil
  ) {
    broadcast = StateBroadcast(state)
    engine = SessionEngine(configuration, broadcast: broadcast, restored: restored)
    siwe = SiweClient(engine: engine)
    near = NearClient(engine: engine)
    password = PasswordClient(engine: engine)
    code = CodeClient(engine: engine)
    passkey = PasskeyClient(engine: engine)
    secondFactor = SecondFactorClient(engine: engine)
    browser = BrowserClient(engine: engine)
    device = DeviceClient(engine: engine)
    anonymous = AnonymousClient(engine: engine)
    guest = GuestClient(engine: engine)
    user = UserClient(engine: engine)
    identities = IdentitiesClient(engine: engine)
    sessions = SessionsClient(engine: engine)
    broadcast.onChange { [weak self] in
      // SwiftUI updates views on the main actor. The task is detached because the calls of an observer do not belong to the
      // user or the reauthentication of the call that changes the state.
      Task.detached { @MainActor in self?.tellObservers() }
    }
  }

  private func tellObservers() { registrar.withMutation(of: self, keyPath: \.authState) {} }

  /// The present state and every later one. Each subscriber receives all of them, at its own speed.
  public var authStates: AsyncStream<DoorwardAuthState> { broadcast.states() }

  /// Waits until the stored session has been read.
  ///
  /// - Returns: The state, ``DoorwardAuthState/undetermined`` or ``DoorwardAuthState/error(_:)`` if the session cannot be
  ///   read now; ``undeterminedReason()`` says why.
  @discardableResult public func ready() async -> DoorwardAuthState {
    try? await engine.ready()
    return await engine.state
  }

  /// The reason why the state is not known; nil if it is known. Waits for the stored session to be read.
  public func undeterminedReason() async -> DoorwardError? {
    do throws(DoorwardError) { try await engine.ready() } catch { return error }
    return nil
  }

  /// Asks the server for the sign-in methods of the application, and for its rules of passwords and codes.
  ///
  /// - Throws: ``DoorwardError``.
  public func offer() async throws(DoorwardError) -> SignInOffer {
    SignInOffer(
      try await engine.api.call("GET", WirePath.configuration), isServerOnLoopback: engine.api.isOnLoopback)
  }

  /// The time by the server's clock, as its answers tell it. The times of challenges are by that clock; the device's clock may
  /// be wrong. Before the first answer, it is the device's time.
  public var serverTime: Date { engine.api.clock.time }

  /// The id of a registered user's session, once the stored session has been read; nil in every other state.
  package func signedInSession() async -> String? {
    await ready()
    return await engine.signedInSession
  }

  /// Reads the stored session again, after a keychain or keyring was unlocked.
  public func retry() async { await engine.read() }

  /// An access token for the app's backends, renewed if it is about to end. It is a guest's if the user is signed out and
  /// the application has guests.
  ///
  /// - Throws: ``DoorwardError``: `not_signed_in`, `session_ended`, `offline` and others.
  public func accessToken() async throws(DoorwardError) -> String {
    // Most calls come while the token is fresh, and need not wait for the actor.
    if let token = engine.freshAccessToken() { return token }
    return try await engine.token().text
  }

  /// Signs the present user in again, for calls that need a recent sign-in
  /// (``DoorwardError/Code/recentSignInRequired``).
  ///
  /// ```swift
  /// try await doorward.reauthenticate { try await $0.siwe.login(with: wallet) }
  /// try await doorward.user.delete()
  /// ```
  ///
  /// A sign-in with a wallet, a password or a code then counts for the present session, instead of opening a new one.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - signIn: Signs in by any method.
  /// - Returns: The value that the sign-in returns.
  /// - Throws: ``DoorwardError``: `not_signed_in`; `different_account` if the proof is of another account, which stays
  ///   signed out; `session_ended` if the user has been signed out or replaced during the sign-in; what the sign-in
  ///   throws.
  @discardableResult public func reauthenticate<Result>(
    isolation: isolated (any Actor)? = #isolation, _ signIn: (Doorward) async throws -> Result
  ) async throws -> Result {
    try await Reauthentication.$isActive.withValue(true) { try await signIn(self) }
  }

  /// Makes calls of one user. Account calls and sign-outs in `calls` throw `session_ended` and send nothing if another user is
  /// signed in meanwhile. Other calls are not bound.
  ///
  /// - Parameters:
  ///   - user: The id of the user; nil for the user who is signed in at each call.
  ///   - isolation: The caller's actor.
  ///   - calls: Makes the calls, in this task.
  /// - Returns: The result of the calls.
  package func calls<Result>(
    of user: DoorwardUser.ID?, isolation: isolated (any Actor)? = #isolation, _ calls: () async -> Result
  ) async -> Result {
    await CallingUser.$id.withValue(user) { await calls() }
  }

  /// Handles a URL with which the system opened the app.
  ///
  /// - Returns: Whether a sign-in in the browser was waiting for it.
  @discardableResult public func handle(url: URL) async -> Bool { await browser.handle(url: url) }

  /// The sessions that a sign-out ends.
  public enum SignOutScope: String, Sendable, CaseIterable {
    /// This session.
    case this
    /// Every other session of the user.
    case others
    /// Every session of the user.
    case all
  }

  /// Signs out.
  ///
  /// With `this` and `all` the user is signed out on this device at once, even without a network, and even if the call
  /// throws. The call returns when the sign-out is stored and the server has answered, after at most 3 seconds. If the
  /// server has not answered by then, the SDK repeats the request to end this session until it does, also after the next
  /// start of the app.
  ///
  /// - Parameter scope: The sessions to end.
  /// - Returns: Whether the server knows, and whether the sign-out is stored.
  /// - Throws: ``DoorwardError``. With `others` and `all`, if the server has not confirmed that the other sessions have
  ///   ended; with `all` after at most 3 seconds. With `this`, ``DoorwardError/Code/signOutNotStored`` if the sign-out could not be stored and the request to the
  ///   server failed.
  @discardableResult public func signOut(
    scope: SignOutScope = .this
  ) async throws(DoorwardError) -> SignOutResult {
    switch scope {
    case .others: try await engine.signOutElsewhere()
    case .this: try await engine.signOut()
    case .all: try await engine.signOut(everywhere: true)
    }
  }
}

/// The client SDK itself.
public enum DoorwardSDK {
  /// Its version.
  public static let version = "0.1.0"
}
