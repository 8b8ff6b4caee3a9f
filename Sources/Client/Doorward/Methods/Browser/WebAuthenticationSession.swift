#if canImport(AuthenticationServices)
  public import AuthenticationServices
  public import Foundation

  extension BrowserClient {
    /// Signs in on the server's page in the system's own sheet, which shares the browser's sessions.
    ///
    /// - Parameters:
    ///   - redirectURL: The address that the page returns to: a scheme of the app, such as `com.example.app:/callback`.
    ///   - anchor: The window of the sheet.
    ///   - isPrivate: Whether the sheet uses no sessions of the browser and stores none.
    ///   - prompt: The question that the page asks a user with a session on the page.
    ///   - timeLimit: The time limit of the sign-in; then the sheet is closed.
    /// - Returns: The signed-in state.
    /// - Throws: ``DoorwardError``: `cancelled` if the user closes the sheet, `timed_out`, `no_browser`, and those of the
    ///   server.
    @discardableResult public func login(
      redirectURL: URL, anchor: ASPresentationAnchor, isPrivate: Bool = false, prompt: Prompt? = nil,
      timeLimit: Duration = .seconds(600)
    ) async throws(DoorwardError) -> AuthState {
      guard let scheme = redirectURL.scheme else {
        throw DoorwardError.invalidConfiguration("the redirect URL has no scheme")
      }
      let sheet = await SignInSheet(anchor: anchor)
      return try await login(
        redirectURI: redirectURL.absoluteString, prompt: prompt, timeLimit: timeLimit
      ) { _, address in
        let url = try await sheet.show(address, scheme: scheme, isPrivate: isPrivate)
        guard await self.handle(url: url) else {
          throw DoorwardError.malformedAnswer("it belongs to another sign-in", status: nil)
        }
      }
    }
  }

  /// The sheet in which the user signs in. Its protocol is on the main actor only since Xcode 26.4; see `PasskeySheet`.
  @MainActor private final class SignInSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor
    // The system ends a session without a reference.
    private var session: ASWebAuthenticationSession?

    init(anchor: ASPresentationAnchor) {
      self.anchor = anchor
      super.init()
    }

    nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      anchor
    }

    func show(_ address: URL, scheme: String, isPrivate: Bool) async throws -> URL {
      let (answers, continuation) = AsyncThrowingStream<URL, any Error>.makeStream()
      let session = ASWebAuthenticationSession(url: address, callbackURLScheme: scheme) {
        @Sendable url, error in
        if let url { continuation.yield(url) }
        continuation.finish(throwing: error.flatMap { Self.isCancellation($0) ? nil : Self.notShown })
      }
      session.presentationContextProvider = self
      session.prefersEphemeralWebBrowserSession = isPrivate
      self.session = session
      defer {
        session.cancel()
        self.session = nil
      }
      guard session.start() else { throw Self.notShown }
      for try await url in answers { return url }
      throw DoorwardError(code: .cancelled, reason: "The sign-in was cancelled.")
    }

    private nonisolated static func isCancellation(_ error: any Error) -> Bool {
      (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
    }

    private nonisolated static let notShown = DoorwardError(
      code: .noBrowser, reason: "The sign-in page cannot be shown now.",
      recoverySuggestion: "Try again when the app's window is on the screen.")
  }
#endif
