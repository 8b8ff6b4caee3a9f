import Encodings
import HTTPCore

extension SignInMethodName {
  public static let guest = SignInMethodName(rawValue: "guest")
}

/// A guest: a token for the application's backends, under a name that is nobody's. Nothing is stored, so there
/// is no session to refresh or end, and nobody to become somebody. Who shows the token they had stays the same guest.
struct GuestSignIn: SignInMethod {
  static let name = SignInMethodName.guest
  /// A backend that takes every token of its audience for a user's must not be surprised by one.
  static let isStandard = false

  /// No user's id looks like this.
  private static let prefix = "guest_"

  init(_: ServerContext) {}

  func register(in router: inout Router, _ context: ServerContext) {
    router.on(.post, "/v1/guest") { request, call in
      // As a challenge, it costs the server a computation and no row.
      try await context.limiter.admit(call.clientAddress, context.challengeRule)
      _ = try request.jsonObject()
      let application = try context.applications.named(request.applicationID())
      try requireOffer(application)
      var id = Self.prefix + (try Identifier<Self>(random: context.random).text)
      if let shown = try request.bearerToken(),
        let known = try await context.verifier.guest(in: shown, of: application)
      {
        id = known
      }
      let token = try await context.tokens.issue(toGuest: id, application: application, at: context.clock.now)
      return .privateJSON([
        "access_token": .string(token), "token_type": "Bearer",
        "expires_in": .integer(context.tokens.lifetime),
        "guest_id": .string(id),
      ])
    }
  }
}
