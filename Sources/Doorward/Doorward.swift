internal import Encodings
public import Observation

/// Sign-in for an app: who is signed in, and how they become so.
///
/// ```swift
/// let doorward = Doorward(DoorwardConfiguration(serverURL: url, storage: storage))
/// let token = try await doorward.accessToken()
/// ```
///
/// Any number may live side by side; there is nothing global.
@MainActor @Observable public final class Doorward {
  /// Whether somebody is signed in.
  public private(set) var authState: DoorwardAuthState = .undetermined

  /// The user, when there is one.
  public var currentUser: DoorwardUser? { authState.user }
  /// Whether somebody is signed in who has proven who they are.
  public var isLoggedIn: Bool { authState.isLoggedIn }

  /// Sign-In with Ethereum.
  @ObservationIgnored public let siwe: SiweClient
  /// The profile of who is signed in.
  @ObservationIgnored public let user: UserClient

  private nonisolated let engine: SessionEngine
  private nonisolated let broadcast: AuthStateBroadcast
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Makes one, and begins to read the session that was kept.
  public init(_ configuration: DoorwardConfiguration) {
    let broadcast = AuthStateBroadcast()
    let engine = SessionEngine(configuration, broadcast: broadcast)
    self.engine = engine
    self.broadcast = broadcast
    siwe = SiweClient(engine: engine)
    user = UserClient(engine: engine)
    following = Task { [weak self] in
      for await state in Self.states(of: broadcast) { self?.authState = state }
    }
    Task { await engine.restore() }
  }

  isolated deinit { following?.cancel() }

  /// The present state, and each that follows it; none is left out, whatever the subscriber's speed.
  public nonisolated var authStates: AsyncStream<DoorwardAuthState> { Self.states(of: broadcast) }

  private nonisolated static func states(of broadcast: AuthStateBroadcast) -> AsyncStream<DoorwardAuthState> {
    let (stream, continuation) = AsyncStream<DoorwardAuthState>.makeStream()
    Task { await broadcast.subscribe(continuation) }
    return stream
  }

  /// Why nobody can say yet who is signed in; nil when it is known.
  public nonisolated func undeterminedReason() async -> DoorwardError? { await engine.undeterminedReason }

  /// Reads the session again, after a keychain or keyring was unlocked.
  public nonisolated func retry() async { await engine.restore() }

  /// An access token for the app's backends, renewed when it is about to end.
  ///
  /// - Throws: ``DoorwardError``: `not_signed_in`, `session_ended`, `offline` and others.
  public nonisolated func accessToken() async throws -> String { try await engine.accessToken() }

  /// Where a sign-out reaches.
  public enum SignOutScope: String, Sendable {
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
  /// - Throws: ``DoorwardError`` for `others` alone, when the server could not be told.
  public nonisolated func signOut(scope: SignOutScope = .this) async throws {
    if scope == .others {
      let (token, _) = try await engine.accountToken()
      _ = try await engine.api.call("POST", "/v1/sign-out", ["scope": "others"], token: token)
      return
    }
    guard let token = await engine.signOutHere() else { return }
    _ = try? await engine.api.call("POST", "/v1/sign-out", ["scope": .string(scope.rawValue)], token: token)
  }
}
