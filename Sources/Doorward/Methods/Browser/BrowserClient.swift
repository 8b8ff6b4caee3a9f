internal import Encodings
public import Foundation

/// Signing in on the server's own page, in the person's browser: every way the server has, and nothing for the app to
/// draw. The app never sees what is typed there, and the browser may know the person already (RFC 8252).
///
/// ```swift
/// let state = try await doorward.browser.login()
/// ```
///
/// The application has to list where the browser comes back to, among its `redirect_uris`.
public actor BrowserClient {
  private let engine: SessionEngine
  private var waiting: [String: (attempt: AuthorizationAttempt, continuation: Answers.Continuation)] = [:]

  private typealias Answers = AsyncThrowingStream<URL, any Error>

  init(engine: SessionEngine) { self.engine = engine }

  /// What the page does with who is signed in there already (OpenID Connect Core §3.1.2.1).
  public enum Prompt: String, Sendable, CaseIterable {
    /// Has them sign in again.
    case login
    /// Has them say who they are.
    case selectAccount = "select_account"
  }

  #if os(Linux) || os(macOS)
    /// Signs in with the system's browser, which comes back to this machine: the way of desktops and command lines.
    ///
    /// Its redirect URI is `http://127.0.0.1/callback`, at a port that is free (RFC 8252 §7.3).
    ///
    /// - Parameters:
    ///   - prompt: What the page does with who is signed in there.
    ///   - timeLimit: How long the person may take.
    ///   - open: Shows an address to the person; called off when the sign-in is over.
    /// - Returns: The state of being signed in.
    /// - Throws: ``DoorwardError``: `cancelled`, `timed_out`, `no_browser` and the server's own.
    @discardableResult public func login(
      prompt: Prompt? = nil, timeLimit: Duration = .seconds(600),
      opening open: @escaping @Sendable (URL) async throws -> Void = SystemBrowser.open
    ) async throws -> AuthState {
      let listener = try LoopbackListener()
      defer { listener.close() }
      return try await login(redirectURI: listener.redirectURI, prompt: prompt, timeLimit: timeLimit) {
        attempt, address in
        listener.answer {
          attempt.isAnswered(by: $0)
        } with: { url in
          Task { await self.handle(url: url) }
        }
        try await open(address)
      }
    }
  #endif

  /// Signs in with a browser that comes back to the app, by a scheme or link of its own. The app hands what it is
  /// opened with to ``Doorward/Doorward/handle(url:)``.
  ///
  /// - Parameters:
  ///   - redirectURL: Where the browser comes back to, such as `com.example.app:/callback`.
  ///   - prompt: What the page does with who is signed in there.
  ///   - timeLimit: How long the person may take.
  ///   - open: Shows an address to the person; called off when the sign-in is over.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: `cancelled`, `timed_out` and the server's own.
  @discardableResult public func login(
    redirectURL: URL, prompt: Prompt? = nil, timeLimit: Duration = .seconds(600),
    opening open: @escaping @Sendable (URL) async throws -> Void
  ) async throws -> AuthState {
    try await login(redirectURI: redirectURL.absoluteString, prompt: prompt, timeLimit: timeLimit) {
      _, address in
      try await open(address)
    }
  }

  /// Takes an address that the app was opened with.
  ///
  /// - Returns: Whether a sign-in was waiting for it.
  @discardableResult func handle(url: URL) -> Bool {
    guard let found = waiting.first(where: { $0.value.attempt.isAnswered(by: url) }) else { return false }
    found.value.continuation.yield(url)
    return true
  }

  /// - Parameters:
  ///   - redirectURI: where the browser comes back to.
  ///   - prompt: what the page does with who is signed in there.
  ///   - timeLimit: how long the person may take.
  ///   - begin: sends the person to the page; called off when the sign-in is over.
  /// - Returns: the state of being signed in.
  /// - Throws: ``DoorwardError``.
  func login(
    redirectURI: String, prompt: Prompt?, timeLimit: Duration,
    begin: @escaping @Sendable (AuthorizationAttempt, _ address: URL) async throws -> Void
  ) async throws -> AuthState {
    try await engine.signIn {
      try await self.obtain(redirectURI: redirectURI, prompt: prompt, timeLimit: timeLimit, begin: begin)
    }
  }

  private func obtain(
    redirectURI: String, prompt: Prompt?, timeLimit: Duration,
    begin: @escaping @Sendable (AuthorizationAttempt, _ address: URL) async throws -> Void
  ) async throws -> (answer: JSONValue, askedAt: Double) {
    let attempt = AuthorizationAttempt(
      issuer: engine.api.origin, clientID: try await engine.api.clientID(), redirectURI: redirectURI,
      prompt: prompt)
    guard let address = attempt.address else { throw DoorwardError.unusableServer }
    let (answers, continuation) = Answers.makeStream()
    waiting[attempt.state] = (attempt, continuation)
    // What shows the page may be there for as long as the page is, or for ever.
    let showing = Task {
      do {
        try Task.checkCancellation()
        try await begin(attempt, address)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    let patience = Task {
      try await Task.sleep(for: timeLimit)
      continuation.finish()
    }
    defer {
      waiting[attempt.state] = nil
      showing.callOff()
      patience.cancel()
    }
    for try await url in answers {
      let code = try attempt.code(in: url)
      let askedAt = engine.clock.moment.wall
      return (try await engine.api.call("POST", "/v1/token", attempt.exchange(code)), askedAt)
    }
    throw Task.isCancelled
      ? DoorwardError.cancelled
      : DoorwardError(
        code: .timedOut, reason: "Nobody came back from the browser.",
        recoverySuggestion: "Begin the sign-in again.")
  }
}

extension DoorwardError {
  static let unusableServer = DoorwardError.invalidConfiguration("the server's address is none of a page")
}
