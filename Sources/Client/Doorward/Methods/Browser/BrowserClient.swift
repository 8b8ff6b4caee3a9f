internal import DoorwardWire
internal import Encodings
public import Foundation

/// Sign-in on the server's page, in the user's browser (RFC 8252). It offers every method of the server. The app draws
/// nothing and never sees the user's input. The browser may already have a session.
///
/// ```swift
/// let state = try await doorward.browser.login()
/// ```
///
/// The application must list the address that the browser returns to among its `redirect_uris`.
public actor BrowserClient {
  private let engine: SessionEngine
  private var waiting: [String: (attempt: AuthorizationAttempt, continuation: Answers.Continuation)] = [:]

  private typealias Answers = AsyncThrowingStream<URL, any Error>

  init(engine: SessionEngine) { self.engine = engine }

  /// The question that the page asks a user with a session on the page (OpenID Connect Core §3.1.2.1).
  public enum Prompt: String, Sendable, CaseIterable {
    /// The user signs in again.
    case login
    /// The user chooses an account.
    case selectAccount = "select_account"
  }

  #if os(Linux) || os(macOS)
    /// Signs in with the system's browser, which returns to this machine. Desktop apps and command lines use this.
    ///
    /// The redirect URI is `http://127.0.0.1/callback`, at a free port (RFC 8252 §7.3).
    ///
    /// - Parameters:
    ///   - prompt: The question that the page asks a user with a session on the page.
    ///   - timeLimit: The time limit of the sign-in.
    ///   - open: Shows an address to the user. The SDK cancels it when the sign-in ends.
    /// - Returns: The signed-in state.
    /// - Throws: ``DoorwardError``: `cancelled`, `timed_out`, `no_browser` and those of the server.
    @discardableResult public func login(
      prompt: Prompt? = nil, timeLimit: Duration = .seconds(600),
      opening open: @escaping @Sendable (URL) async throws -> Void = SystemBrowser.open
    ) async throws(DoorwardError) -> AuthState {
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

  /// Signs in with a browser that returns to the app by a scheme or link of the app. The app passes the URL that it is
  /// opened with to ``Doorward/Doorward/handle(url:)``.
  ///
  /// - Parameters:
  ///   - redirectURL: The address that the browser returns to, such as `com.example.app:/callback`.
  ///   - prompt: The question that the page asks a user with a session on the page.
  ///   - timeLimit: The time limit of the sign-in.
  ///   - open: Shows an address to the user. The SDK cancels it when the sign-in ends.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``: `cancelled`, `timed_out` and those of the server.
  @discardableResult public func login(
    redirectURL: URL, prompt: Prompt? = nil, timeLimit: Duration = .seconds(600),
    opening open: @escaping @Sendable (URL) async throws -> Void
  ) async throws(DoorwardError) -> AuthState {
    try await login(redirectURI: redirectURL.absoluteString, prompt: prompt, timeLimit: timeLimit) {
      _, address in
      try await open(address)
    }
  }

  /// Handles a URL with which the app was opened.
  ///
  /// - Returns: Whether a sign-in waited for it.
  @discardableResult func handle(url: URL) -> Bool {
    guard let found = waiting.first(where: { $0.value.attempt.isAnswered(by: url) }) else { return false }
    found.value.continuation.yield(url)
    return true
  }

  /// Signs in with a browser.
  ///
  /// `redirectURI` is the address that the browser returns to. `prompt` is the question that the page asks a user with
  /// a session on the page. `begin` shows the page to the user. The SDK cancels it when the sign-in ends.
  ///
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``.
  func login(
    redirectURI: String, prompt: Prompt?, timeLimit: Duration,
    begin: @escaping @Sendable (AuthorizationAttempt, _ address: URL) async throws -> Void
  ) async throws(DoorwardError) -> AuthState {
    try await DoorwardError.typed {
      try await self.engine.signIn {
        try await self.obtain(redirectURI: redirectURI, prompt: prompt, timeLimit: timeLimit, begin: begin)
      }
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
    // The closure may return when the page is closed, or may never return.
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
    defer { end(attempt, showing, patience) }
    let code = try attempt.code(in: await Self.first(of: answers))
    let askedAt = engine.clock.moment.wall
    return (try await engine.api.call("POST", WirePath.token, body: attempt.exchange(code)), askedAt)
  }

  /// Ends an attempt. Not inlined, because ``obtain(redirectURI:prompt:timeLimit:begin:)`` has several exits.
  @inline(never) private func end(
    _ attempt: AuthorizationAttempt, _ showing: Task<Void, Never>, _ patience: Task<Void, any Error>
  ) {
    waiting[attempt.state] = nil
    cancelInBackground { showing.cancel() }
    patience.cancel()
  }

  /// The URL that the browser returns to.
  private static func first(of answers: AsyncThrowingStream<URL, any Error>) async throws -> URL {
    for try await url in answers { return url }
    throw Task.isCancelled
      ? DoorwardError.cancelled
      : DoorwardError(
        code: .timedOut, reason: "The browser did not return to the app in time.",
        recoverySuggestion: "Start the sign-in again.")
  }
}

extension DoorwardError {
  static let unusableServer = DoorwardError.invalidConfiguration(
    "the server's address is not the address of a page")
}
