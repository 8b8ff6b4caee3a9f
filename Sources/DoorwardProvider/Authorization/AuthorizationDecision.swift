package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  import Foundation
#endif

/// What an authorization request needs next of the person in front of the page.
package enum AuthorizationDecision: Equatable {
  /// A sign-in: nobody is signed in, or not as the client asks.
  case signIn(SignInReason?)
  /// A click: it is they, and they mean this client and what it asks for.
  case confirm
  /// Nothing: the client gets its code.
  case answer
  /// Nothing more can come of it.
  case refuse(AuthorizationError)
}

/// Why a sign-in is asked for where that is not plain: what the page tells the person.
package enum SignInReason: String {
  /// The client expects somebody else than who is signed in.
  case otherAccount = "other_account"
  /// The client's application does not offer the way they signed in by.
  case otherWay = "other_way"
  /// The client asks for a newer sign-in.
  case tooOld = "too_old"
  /// Nobody is signed in, and the client asks that an account be picked.
  case selectAccount = "select_account"
}

extension AuthorizationTicket {
  /// What is next, with whoever is signed in on the page.
  ///
  /// - Parameters:
  ///   - caller: who that is.
  ///   - proven: the session that a sign-in on the page has just opened.
  ///   - now: the time.
  /// - Returns: the decision.
  package func decision(for caller: Caller?, proving proven: Session.ID? = nil, at now: Date)
    -> AuthorizationDecision
  {
    let isSilent = request.prompts.contains(.none)
    let reason = caller.map { objection(to: $0, at: now) } ?? (selectsAccount ? .selectAccount : nil)
    guard let caller, reason == nil else {
      return isSilent
        ? .refuse(AuthorizationError(.loginRequired, "Nobody is signed in here as the request asks."))
        : .signIn(reason)
    }
    if isSilent { return silentDecision }
    // Somebody else has signed in, in another tab, since the page took its sign-in: it is not they who did.
    if let proven, proven != caller.session.id { return .confirm }
    if needsConsent { return .confirm }
    if proven != nil, wasShown(before: caller.session) { return .answer }
    return answersAtOnce && !selectsAccount ? .answer : .confirm
  }

  /// What comes of a request that nobody may be asked about, with somebody signed in as it asks.
  private var silentDecision: AuthorizationDecision {
    guard answersAtOnce else {
      return .refuse(
        AuthorizationError(.interactionRequired, "A client without a secret is answered by a click alone."))
    }
    guard !needsConsent else {
      return .refuse(AuthorizationError(.consentRequired, "offline_access is given by a click alone."))
    }
    return .answer
  }

  /// Whether the sign-in on the page is one that the client can take.
  package func accepts(_ caller: Caller, at now: Date) -> Bool { objection(to: caller, at: now) == nil }

  /// Why the client cannot take the sign-in on the page; nil where it can.
  private func objection(to caller: Caller, at now: Date) -> SignInReason? {
    let session = caller.session
    guard request.expectedUser ?? caller.user.id == caller.user.id else { return .otherAccount }
    guard SignInMethods.areOffered(session.proofs, by: request.application) else { return .otherWay }
    return isYoung(session, at: now) ? nil : .tooOld
  }

  /// Whether a session's sign-in is as new as the client asks.
  private func isYoung(_ session: Session, at now: Date) -> Bool {
    let age = now.timeIntervalSince(session.authenticatedAt)
    // What was proven since the request came is new, for as long as a person takes to go on from there; but not
    // much older than the client says, which would refuse what it gets then.
    let pause = request.maximumAge.map { min(Self.pause, max(TimeInterval($0), Self.grace)) } ?? Self.pause
    let isNew = session.authenticatedAt > issuedAt && age <= pause
    if request.prompts.contains(.login), !isNew { return false }
    return isNew || request.maximumAge.map { age <= TimeInterval($0) } ?? true
  }

  /// Whether a click of `caller` is a yes: all of it was put to them, as who they are. That they have signed in
  /// again since, in another tab, changes nothing of it.
  package func isYes(of caller: Caller) -> Bool { shown?.user == caller.user.id }

  /// How long a person may take between signing in on the page and going on, in seconds.
  private static let pause: TimeInterval = 300
  /// How long they may in any case, in seconds.
  private static let grace: TimeInterval = 60

  private var selectsAccount: Bool { request.prompts.contains(.selectAccount) }

  /// Whether the client may be answered without a click. Anybody can pass for a client without a secret, and
  /// another app can hold its scheme (RFC 8252 §8.6).
  private var answersAtOnce: Bool {
    request.application.client.isConfidential && request.back.destination != .app
  }

  /// Whether nothing but a click will do, also after a sign-in: the client says so, or would go on while the
  /// person is away (OpenID Connect Core §3.1.2.1, §11).
  private var needsConsent: Bool {
    request.prompts.contains(.consent) || request.scopes.contains(.offlineAccess)
  }

  /// Whether the person was told of the client, of what it gets and of where they go on to before they proved
  /// who they are: a signature given there is a yes to all of it.
  private func wasShown(before session: Session) -> Bool {
    shown.map { $0.at <= session.authenticatedAt } ?? false
  }
}
