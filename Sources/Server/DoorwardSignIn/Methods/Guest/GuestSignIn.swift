package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignInMethodName {
  package static let guest = SignInMethodName(rawValue: WireMethod.guest)
}

/// Issues a token for the application's backends to a guest. A guest is not a user of this server.
///
/// The server stores nothing, so there is no session to refresh or to end, and a guest cannot become a user. A client
/// that sends its ``GuestSecret`` keeps the same guest for the lifetime of a session.
package struct GuestSignIn: RoutedMethod {
  package static let name = SignInMethodName.guest
  /// The operator must enable the method, because a backend may treat every token of its audience as a user's.
  package static let isStandard = false

  /// A prefix that no user id has.
  private static let prefix = "guest_"

  private let clock: WallClock
  private let random: RandomSource
  private let lifetimes: Lifetimes
  private let tokens: TokenIssuer
  private let key: DerivedKey

  init(_ environment: SignInEnvironment, key: DerivedKey) {
    clock = environment.clock
    random = environment.random
    lifetimes = environment.lifetimes
    tokens = environment.tokens
    self.key = key
  }

  package func register(in router: inout Router, _ services: SignInServices) {
    router.on(.post, WirePath.guest, by: .anyone, limits: [.challenge]) { request in
      let body = try request.jsonObject()
      let known = SecurityLog.Details(method: Self.name.rawValue)
      return try await services.security.attempt(.signIn, request, known) { details in
        // The same limit as for a challenge applies, because a guest costs a computation and no row.
        try await services.limits.admit(request)
        let application = try services.tokens.application(of: request)
        details.application = application.id
        try requireOffer(application)
        let secret = try body.optionalText(WireGuest.Members.secret)
        let guest = try guest(secret, of: application)
        let id = Self.prefix + guest.id.text
        details.user = id
        let token = try await tokens.issue(
          toVisitor: id, by: Self.name, application: application, at: clock.now)
        return .privateJSON([
          WireGuest.Members.accessToken: .string(token),
          WireGuest.Members.tokenType: .string(TokenType.bearer),
          WireGuest.Members.expiresIn: .integer(tokens.lifetime), WireGuest.Members.id: .string(id),
          WireGuest.Members.secret: .string(try guest.text(for: application, under: key)),
        ])
      }
    }
  }

  /// The guest whose secret the client sent, or a new one.
  private func guest(_ secret: String?, of application: Application) throws -> GuestSecret {
    let now = clock.now
    if let secret, let known = try GuestSecret(secret, for: application, under: key),
      (0..<TimeInterval(lifetimes.session)).contains(now.timeIntervalSince(known.issuedAt))
    {
      return known
    }
    return GuestSecret(id: try Identifier(at: now, random: random), issuedAt: now)
  }
}
