import DoorwardHTTP
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignInMethodName {
  public static let guest = SignInMethodName(rawValue: "guest")
}

/// A guest: a token for the application's backends, under a name that is nobody's. Nothing is stored, so there
/// is no session to refresh or end, and nobody to become somebody. Who shows their ``GuestSecret`` stays the same
/// guest, for as long as a session lives.
struct GuestSignIn: SignInMethod {
  static let name = SignInMethodName.guest
  /// A backend that takes every token of its audience for a user's must not be surprised by one.
  static let isStandard = false

  /// No user's id looks like this.
  private static let prefix = "guest_"

  init(_: ServerContext) {}

  func register(in router: inout Router, _ context: ServerContext) {
    router.on(.post, "/v1/guest") { request, call in
      let body = try request.jsonObject()
      let known = SecurityLog.Details(method: Self.name.rawValue)
      return try await context.security.attempt(.signIn, call, known) { details in
        // As a challenge, it costs the server a computation and no row.
        try await context.limiter.admit(call.clientAddress, context.challengeRule)
        let application = try context.applications.named(request.applicationID())
        details.application = application.id
        try requireOffer(application)
        let shown = try reading { () throws(JSONError) in try body.optionalString("guest_secret") }
        let guest = try guest(behind: shown, of: application, context)
        let id = Self.prefix + guest.id.text
        details.user = id
        let token = try await context.tokens.issue(
          toGuest: id, application: application, at: context.clock.now)
        return .privateJSON([
          "access_token": .string(token), "token_type": "Bearer",
          "expires_in": .integer(context.tokens.lifetime), "guest_id": .string(id),
          "guest_secret": .string(try guest.text(for: application, under: context.guestKey)),
        ])
      }
    }
  }

  private func guest(
    behind secret: String?, of application: Application, _ context: ServerContext
  ) throws -> GuestSecret {
    let now = context.clock.now
    if let secret, let known = try GuestSecret(secret, for: application, under: context.guestKey),
      (0..<TimeInterval(context.configuration.lifetimes.session)).contains(
        now.timeIntervalSince(known.issuedAt))
    {
      return known
    }
    return GuestSecret(id: try Identifier(random: context.random), issuedAt: now)
  }
}
