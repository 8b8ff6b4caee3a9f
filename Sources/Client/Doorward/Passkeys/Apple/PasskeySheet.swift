#if canImport(AuthenticationServices)
  internal import AuthenticationServices
  internal import Foundation

  /// One run of the system's requests.
  ///
  /// The system calls the delegate on the main thread, but its protocols are on the main actor only since Xcode 26.4. Methods that
  /// are `nonisolated` satisfy the protocols of both.
  @MainActor
  final class PasskeySheet: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    /// The way in which the system asks the user.
    enum Style {
      case sheet, autofill, immediate
      /// The system does not ask the user.
      case silent

      init(_ mediation: PasskeyRequest.Mediation) {
        self =
          switch mediation {
          case .sheet: .sheet
          case .autofill: .autofill
          case .immediate: .immediate
          }
      }
    }

    /// The answer of an authenticator.
    enum Answer: Sendable {
      case registration(PasskeyRegistration)
      case assertion(DoorwardJSON)
    }

    private let anchor: ASPresentationAnchor
    private let answers: AsyncThrowingStream<Answer, any Error>
    private let continuation: AsyncThrowingStream<Answer, any Error>.Continuation

    init(anchor: ASPresentationAnchor) {
      self.anchor = anchor
      (answers, continuation) = AsyncThrowingStream<Answer, any Error>.makeStream()
      super.init()
    }

    /// Ends the run as if the user had cancelled.
    func end() { continuation.finish(throwing: PasskeyFailure.cancelled) }

    /// Shows the requests and waits for the answer, at most until the task is cancelled.
    ///
    /// - Throws: ``DoorwardError``, ``PasskeyFailure``.
    func run(_ requests: [ASAuthorizationRequest], _ style: Style) async throws -> Answer {
      let controller = ASAuthorizationController(authorizationRequests: requests)
      controller.delegate = self
      controller.presentationContextProvider = self
      switch style {
      case .sheet, .silent: controller.performRequests()
      case .immediate: controller.performRequests(options: .preferImmediatelyAvailableCredentials)
      case .autofill:
        #if canImport(UIKit)
          controller.performAutoFillAssistedRequests()
        #else
          throw PasskeyFailure.unsupported
        #endif
      }
      // If no request is active, this call has no effect.
      defer { controller.cancel() }
      do {
        for try await answer in answers { return answer }
      } catch let error as ASAuthorizationError {
        throw Self.failure(error, style)
      } catch let failure as PasskeyFailure {
        throw failure
      } catch {
        throw DoorwardError(.notAllowed, because: error)
      }
      throw PasskeyFailure.cancelled
    }

    // MARK: The delegate

    nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
      anchor
    }

    nonisolated func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      if let answer = Self.answer(authorization.credential) { continuation.yield(answer) }
      continuation.finish(throwing: DoorwardError(.notAllowed))
    }

    nonisolated func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {
      continuation.finish(throwing: error)
    }

    // MARK: Answers

    private nonisolated static func answer(_ credential: any ASAuthorizationCredential) -> Answer? {
      if #available(iOS 26, macOS 26, *),
        let account = credential as? ASAuthorizationAccountCreationPlatformPublicKeyCredential
      {
        guard let response = registration(account.credentialRegistration, passkeyTransports) else {
          return nil
        }
        let name = account.name.map { PersonNameComponentsFormatter().string(from: $0) }
        return .registration(
          PasskeyRegistration(response, name: name, contact: contact(account.contactIdentifier)))
      }
      switch credential {
      case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        return registration(credential, passkeyTransports).map { .registration(PasskeyRegistration($0)) }
      case let credential as ASAuthorizationSecurityKeyPublicKeyCredentialRegistration:
        return registration(credential, ["usb", "nfc"]).map { .registration(PasskeyRegistration($0)) }
      case let credential as any ASAuthorizationPublicKeyCredentialAssertion:
        return assertion(credential)
      default: return nil
      }
    }

    private nonisolated static let passkeyTransports = ["internal", "hybrid"]

    private nonisolated static func registration(
      _ credential: any ASAuthorizationPublicKeyCredentialRegistration, _ transports: [String]
    ) -> DoorwardJSON? {
      credential.rawAttestationObject.map {
        PasskeyResponse.registration(
          id: Array(credential.credentialID), clientData: Array(credential.rawClientDataJSON),
          attestationObject: Array($0), transports: transports)
      }
    }

    private nonisolated static func assertion(_ credential: any ASAuthorizationPublicKeyCredentialAssertion)
      -> Answer?
    {
      guard let data = credential.rawAuthenticatorData, let signature = credential.signature else {
        return nil
      }
      // A credential that a security key does not store has no user.
      let user = credential.userID.flatMap { $0.isEmpty ? nil : Array($0) }
      return .assertion(
        PasskeyResponse.authentication(
          id: Array(credential.credentialID), clientData: Array(credential.rawClientDataJSON),
          authenticatorData: Array(data), signature: Array(signature), userHandle: user))
    }

    @available(iOS 26, macOS 26, *)
    private nonisolated static func contact(_ identifier: ASContactIdentifier) -> PasskeyContact? {
      if case .email(let email) = identifier { return .email(email.value) }
      if case .phoneNumber(let number) = identifier { return .phoneNumber(number.value) }
      return nil
    }

    // MARK: Errors

    private static func failure(_ error: ASAuthorizationError, _ style: Style) -> DoorwardError {
      switch error.code {
      // Without an immediately available passkey the system reports the same as if the user had closed the sheet.
      case .canceled: return DoorwardError(style == .immediate ? .noPasskey : .cancelled, because: error)
      default: break
      }
      if #available(iOS 18, macOS 15, *), error.code == .matchedExcludedCredential {
        return DoorwardError(.alreadyRegistered, because: error)
      }
      if #available(iOS 26, macOS 26, *) {
        switch error.code {
        case .deviceNotConfiguredForPasskeyCreation: return DoorwardError(.unsupported, because: error)
        // The user prefers an account of the app that the SDK does not know.
        case .preferSignInWithApple: return DoorwardError(.cancelled, because: error)
        default: break
        }
      }
      // The app is not associated with the domain, or it is not in the foreground.
      return DoorwardError(.notAllowed, because: error)
    }
  }
#endif
