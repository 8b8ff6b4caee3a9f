import DoorwardHTTP

extension SignInMethodName {
  public static let anonymous = SignInMethodName(rawValue: "anonymous")
}

/// A visitor without an identity: a user whose only way in is the session that made them, until a proof
/// that carries its account token makes them a registered one (``AnonymousUpgrade``).
struct AnonymousSignIn: SignInMethod {
  static let name = SignInMethodName.anonymous
  /// Anyone may make such users by the thousand, so an operator has to want them.
  static let isStandard = false

  init(_: ServerContext) {}

  func register(in router: inout Router, _ context: ServerContext) {
    router.on(.post, "/v1/anonymous") { request, call in
      _ = try request.jsonObject()
      let known = SecurityLog.Details(method: Self.name.rawValue)
      return try await context.security.attempt(.signIn, call, known) { details in
        try await context.limiter.admit(call.clientAddress, context.signInRule)
        let application = try context.applications.named(request.applicationID())
        details.application = application.id
        try application.requireDirectSignIn()
        try requireOffer(application)
        let outcome = try await context.admission.welcome(
          SessionOpening(
            application: application, carrier: .tokens, client: request.clientDescription(call), current: nil,
            replaced: nil))
        details.add(outcome.user, outcome.session)
        return try await SessionAnswer(context: context).response(for: outcome, application: application)
      }
    }
  }
}
