#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an authorization request needs next of the person in front of the page.
enum AuthorizationDecision: Equatable {
  /// A sign-in: nobody is signed in, or not as the client asks.
  case signIn
  /// A click: it is they, and they mean this client.
  case confirm
  /// Nothing: the client gets its code.
  case answer
  /// Nothing more can come of it.
  case refuse(AuthorizationError)
}

extension AuthorizationTicket {
  /// What is next, with whoever is signed in on the page.
  func decision(for caller: Caller?, at now: Date) -> AuthorizationDecision {
    guard let caller, accepts(caller, at: now) else {
      return request.prompts.contains(.none)
        ? .refuse(AuthorizationError(.loginRequired, "Nobody is signed in here as the request asks."))
        : .signIn
    }
    guard answersAtOnce else {
      return request.prompts.contains(.none)
        ? .refuse(
          AuthorizationError(.interactionRequired, "A client without a secret is answered by a click alone."))
        : .confirm
    }
    return request.prompts.isDisjoint(with: [.consent, .selectAccount]) ? .answer : .confirm
  }

  /// Whether the sign-in on the page is one that the client can take: by a way that its application offers,
  /// young enough, and of whom it expects.
  func accepts(_ caller: Caller, at now: Date) -> Bool {
    let (session, application) = (caller.session, request.application)
    guard application.admits(session),
      request.expectedUser ?? caller.user.id == caller.user.id
    else { return false }
    let age = now.timeIntervalSince(session.authenticatedAt)
    // What was proven since the request came is new, for as long as a person takes to go on from there.
    let isNew = session.authenticatedAt > issuedAt && age <= Self.pause
    if request.prompts.contains(.login), !isNew { return false }
    return isNew || request.maximumAge.map { age <= TimeInterval($0) } ?? true
  }

  /// How long a person may take between signing in on the page and going on, in seconds.
  private static let pause: TimeInterval = 300

  /// Whether the client may be answered without a click. Anybody can pass for a client without a secret, and
  /// another app can hold its scheme (RFC 8252 §8.6).
  private var answersAtOnce: Bool {
    request.application.client.isConfidential && request.back.destination != .app
  }
}
