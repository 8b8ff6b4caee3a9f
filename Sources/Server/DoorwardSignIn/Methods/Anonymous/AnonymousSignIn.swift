package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import DoorwardWire

extension SignInMethodName {
  package static let anonymous = SignInMethodName(rawValue: WireMethod.anonymous)
}

/// Signs in a new anonymous user, who can sign in only with this session. A later proof with the session's account
/// token registers the user (``AnonymousUpgrade``).
package struct AnonymousSignIn: RoutedMethod {
  package static let name = SignInMethodName.anonymous
  /// The operator must enable the method, because any client can make thousands of anonymous users.
  package static let isStandard = false

  package init() {}

  package func register(in router: inout Router, _ services: SignInServices) {
    router.on(.post, WirePath.anonymous, by: .anyone, limits: [.signIn]) { request in
      _ = try request.jsonObject()
      let known = SecurityLog.Details(method: Self.name.rawValue)
      return try await services.security.attempt(.signIn, request, known) { details in
        try await services.limits.admit(request)
        let application = try services.tokens.application(of: request)
        details.application = application.id
        try application.requireDirectSignIn()
        try requireOffer(application)
        let signedIn = try await services.anonymousUsers.signIn(
          by: Self.name,
          SessionOpening(
            application: application, carrier: .tokens, client: request.clientDescription,
            idempotencyKey: try request.idempotencyKey()))
        details.add(signedIn.user, signedIn.session)
        return try await services.tokens.answer(signedIn, application)
      }
    }
  }
}
