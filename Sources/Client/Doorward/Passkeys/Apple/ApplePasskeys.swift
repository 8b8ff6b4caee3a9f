#if canImport(AuthenticationServices)
  public import AuthenticationServices
  internal import Foundation

  #if canImport(UIKit)
    public import UIKit
  #else
    public import AppKit
  #endif

  /// The passkeys and security keys of Apple's systems.
  ///
  /// The app needs the entitlement of associated domains with `webcredentials:` and the domain of the server's passkeys.
  /// Otherwise every call fails with ``DoorwardError/Code/passkeyNotAllowed``.
  ///
  /// A sheet ends a sign-in that waits for a choice among suggestions, with ``DoorwardError/Code/cancelled``, because the
  /// system shows one at a time. If the user closes the sheet, begin ``PasskeyClient/login(autofill:)`` again.
  @MainActor public final class ApplePasskeys: PasskeyAuthenticator {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?
    /// The request that waits for a choice among the suggestions.
    private weak var suggestions: PasskeySheet?

    /// Makes an authenticator.
    ///
    /// - Parameter anchor: Returns the window of the sheets. By default it is the app's key window.
    public nonisolated init(
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor? = ApplePasskeys.keyWindow
    ) {
      self.anchor = anchor
    }

    /// The window of the app that has the keyboard.
    public static func keyWindow() -> ASPresentationAnchor? {
      #if canImport(UIKit)
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.lazy.compactMap(\.keyWindow).first
      #else
        return NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow
      #endif
    }

    /// Since iOS 18 and macOS 15, the user's password manager may make a passkey after a sign-in with a password.
    public nonisolated var upgradesPasswords: Bool {
      if #available(iOS 18, macOS 15, *) { true } else { false }
    }

    public func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
      let requests = try PasskeyRequests.creation(PasskeyOptions(creation.options), on: creation.occasion)
      // A request without user interface cannot replace one with it.
      let answer = try await run(requests, creation.occasion == .upgrade ? .silent : .sheet)
      guard case .registration(let registration) = answer else { throw DoorwardError(.notAllowed) }
      return registration
    }

    public func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
      let requests = try PasskeyRequests.assertion(PasskeyOptions(request.options), request.mediation)
      let answer = try await run(requests, PasskeySheet.Style(request.mediation))
      guard case .assertion(let response) = answer else { throw DoorwardError(.notAllowed) }
      return response
    }

    private func run(
      _ requests: [ASAuthorizationRequest], _ style: PasskeySheet.Style
    ) async throws -> PasskeySheet.Answer {
      guard let window = anchor() else {
        throw DoorwardError(
          code: .passkeyNotAllowed, reason: "Passkeys cannot be shown now.",
          recoverySuggestion: "Try again when the app's window is on the screen.")
      }
      if style != .silent { suggestions?.end() }
      let sheet = PasskeySheet(anchor: window)
      if style == .autofill { suggestions = sheet }
      return try await sheet.run(requests, style)
    }

    public func signal(_ signal: PasskeySignal) async throws {
      // Only the SDK of Xcode 26.2, whose compiler is 6.2.3, has these functions.
      #if compiler(>=6.2.3)
        guard #available(iOS 26.2, macOS 26.2, *) else { return }
        let manager = ASCredentialDataManager()
        switch signal {
        case .unknownCredential(let id, let credential):
          try await manager.reportUnknownPublicKeyCredential(
            relyingPartyIdentifier: id, credentialID: Data(credential))
        case .allAcceptedCredentials(let id, let user, let credentials):
          try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: id, userHandle: Data(user),
            acceptedCredentialIDs: credentials.map { Data($0) })
        case .currentUserDetails(let id, let user, let name, _):
          // The system shows one name.
          try await manager.reportPublicKeyCredentialUpdate(
            relyingPartyIdentifier: id, userHandle: Data(user), newName: name)
        }
      #endif
    }
  }
#endif
