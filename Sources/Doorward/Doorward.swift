public import Foundation
public import Observation

/// Sign-in for an app: who is signed in, and how they become so.
///
/// ```swift
/// let doorward = Doorward(DoorwardConfiguration(serverURL: url))
/// let token = try await doorward.accessToken()
/// ```
///
/// Any number may live side by side; there is nothing global.
@MainActor @Observable public final class Doorward {
  /// Whether somebody is signed in, as of now: whoever has waited for a sign-in finds it here.
  public var authState: DoorwardAuthState {
    access(keyPath: \.authState)
    return broadcast.present
  }

  /// The user, when there is one.
  public var currentUser: DoorwardUser? { authState.user }
  /// Whether somebody is signed in who has proven who they are.
  public var isLoggedIn: Bool { authState.isLoggedIn }

  /// Sign-In with Ethereum.
  @ObservationIgnored public nonisolated let siwe: SiweClient
  /// Signing in with a NEAR account.
  @ObservationIgnored public nonisolated let near: NearClient
  /// Signing in on the server's own page, in the person's browser.
  @ObservationIgnored public nonisolated let browser: BrowserClient
  /// Signing in on another device, for machines without a browser.
  @ObservationIgnored public nonisolated let device: DeviceClient
  /// Users who have proven nothing.
  @ObservationIgnored public nonisolated let anonymous: AnonymousClient
  /// Guests.
  @ObservationIgnored public nonisolated let guest: GuestClient
  /// The profile of who is signed in.
  @ObservationIgnored public nonisolated let user: UserClient
  /// The ways in of who is signed in.
  @ObservationIgnored public nonisolated let identities: IdentitiesClient
  /// The sessions of who is signed in, on this device and others.
  @ObservationIgnored public nonisolated let sessions: SessionsClient

  nonisolated let engine: SessionEngine
  @ObservationIgnored private nonisolated let broadcast: StateBroadcast<DoorwardAuthState>
  @ObservationIgnored private var following: OwnedTask?

  /// Makes one, and begins to read the session that was kept.
  public convenience init(_ configuration: DoorwardConfiguration) {
    self.init(configuration, showing: .undetermined)
    let engine = engine
    Task { await engine.restore() }
  }

  /// Makes one of a configuration.
  public convenience init(configuration: DoorwardConfiguration) { self.init(configuration) }

  /// Makes one that begins with a state, and reads nothing: `restored` goes for what was read, where there is one.
  init(
    _ configuration: DoorwardConfiguration, showing state: DoorwardAuthState,
    restored: (kept: KeptRecord?, isVerified: Bool)? = nil
  ) {
    let broadcast = StateBroadcast(state)
    let engine = SessionEngine(configuration, broadcast: broadcast, restored: restored)
    self.engine = engine
    self.broadcast = broadcast
    siwe = SiweClient(engine: engine)
    near = NearClient(engine: engine)
    browser = BrowserClient(engine: engine)
    device = DeviceClient(engine: engine)
    anonymous = AnonymousClient(engine: engine)
    guest = GuestClient(engine: engine)
    user = UserClient(engine: engine)
    identities = IdentitiesClient(engine: engine)
    sessions = SessionsClient(engine: engine)
    following = OwnedTask(
      Task { [weak self] in
        for await _ in broadcast.states() { self?.withMutation(keyPath: \.authState) {} }
      })
  }

  /// The present state, and each that follows it; none is left out, whatever the subscriber's speed.
  public nonisolated var authStates: AsyncStream<DoorwardAuthState> { broadcast.states() }

  /// Why nobody can say yet who is signed in; nil when it is known. Waits for what was kept to be read.
  public nonisolated func undeterminedReason() async -> DoorwardError? {
    do throws(DoorwardError) { try await engine.restoreIfNeeded() } catch { return error }
    return nil
  }

  /// Reads the session again, after a keychain or keyring was unlocked.
  public nonisolated func retry() async { await engine.restore() }

  /// An access token for the app's backends, renewed when it is about to end; a guest's where nobody is signed in
  /// and the application has guests.
  ///
  /// - Throws: ``DoorwardError``: `not_signed_in`, `session_ended`, `offline` and others.
  public nonisolated func accessToken() async throws -> String {
    // Most calls come while the token is good, and need not wait for anybody.
    if let token = engine.freshAccessToken() { return token }
    return try await engine.accessToken()
  }

  /// Takes an address that the system opened the app with.
  ///
  /// - Parameter url: The address.
  /// - Returns: Whether it was for a sign-in in a browser that is waited for; ``BrowserClient`` ends with it.
  @discardableResult public nonisolated func handle(url: URL) async -> Bool { await browser.handle(url: url) }

  /// Where a sign-out reaches.
  public enum SignOutScope: String, Sendable, CaseIterable {
    /// This session.
    case this
    /// Every session but this one, which goes on.
    case others
    /// Every session.
    case all
  }

  /// Signs out: here at once and whatever the server says, there when it can be told.
  ///
  /// - Parameter scope: Where.
  /// - Throws: ``DoorwardError``. For `others` and `all`, when the server could not be told: then only this device
  ///   is signed out, or none. For `this`, when neither the server could be told nor the session removed from its
  ///   storage: then it may be back when the app is started again. A guest, of whom the server keeps nothing, may be
  ///   back when they could not be removed; `this` and `all` say so.
  public nonisolated func signOut(scope: SignOutScope = .this) async throws {
    switch scope {
    case .others: try await engine.signOutElsewhere()
    case .this: try await engine.signOut()
    case .all: try await engine.signOutEverywhere()
    }
  }
}
