package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Why a client gets its code.
package enum AuthorizationConsent: Sendable, Equatable {
  /// The page has listed the scopes for this request, and the user has then signed in or clicked.
  case given
  /// The user has consented to the scopes before.
  case remembered
  /// The client belongs to the operator, and the page has not listed the scopes.
  case notRequired
}

/// The next step of an authorization request on the page.
package enum AuthorizationDecision: Equatable {
  /// The user must sign in: the user is signed out, or the current sign-in does not meet the request.
  case signIn(SignInReason?)
  /// The user must answer the question of the page with a click.
  case confirm(AuthorizationQuestion)
  /// The client gets its code without another step of the user.
  case answer(AuthorizationConsent)
  /// The request fails with an error.
  case refuse(AuthorizationError)
}

extension AuthorizationTicket {
  /// Decides the next step for the user on the page.
  ///
  /// - Parameters:
  ///   - caller: the user on the page; nil if signed out.
  ///   - standing: what the caller's session and grant mean for the request; nil if signed out.
  ///   - proven: the session that a sign-in on the page has just opened.
  ///   - now: the time.
  /// - Returns: the decision.
  package func decision(
    for caller: Caller?, _ standing: PageStanding?, proving proven: Session.ID? = nil, at now: Date
  ) -> AuthorizationDecision {
    let isSilent = request.prompts.contains(.none)
    let reason =
      caller.map { reasonForSignIn($0, standing?.objection, at: now) }
      ?? (selectsAccount ? .selectAccount : nil)
    guard let caller, reason == nil else {
      return isSilent
        ? .refuse(AuthorizationError(.loginRequired, "No user is signed in as the request requires."))
        : .signIn(reason)
    }
    let isRemembered = standing.map { request.scopes.isSubset(of: $0.consented) } ?? false
    if isSilent { return silentDecision(isRemembered) }
    // Another tab has signed in since the page opened its session, so the page's sign-in is not the caller's.
    if let proven, proven != caller.session.id { return .confirm(request.question) }
    if request.prompts.contains(.consent) { return .confirm(.consent) }
    let hasJustSignedIn = proven != nil && wasShown(before: caller.session)
    if hasJustSignedIn, isFirstParty || !request.scopes.contains(.offlineAccess) {
      return .answer(consentOfAnswer)
    }
    guard !isFirstParty, isRemembered, request.reachesClientOnly, hasJustSignedIn || !selectsAccount else {
      return .confirm(request.question)
    }
    return .answer(.remembered)
  }

  /// The decision for `prompt=none` if the user's sign-in meets the request. The page must not ask the user
  /// anything (OpenID Connect Core §3.1.2.1).
  private func silentDecision(_ isRemembered: Bool) -> AuthorizationDecision {
    guard request.reachesClientOnly else {
      return .refuse(
        AuthorizationError(
          .interactionRequired, "Another app could receive the response, so the user must confirm."))
    }
    guard isFirstParty || isRemembered else {
      return .refuse(
        AuthorizationError(.consentRequired, "The user has not consented to all of the scopes yet."))
    }
    return .answer(isFirstParty ? .notRequired : .remembered)
  }

  /// Whether the sign-in on the page meets the client's request.
  ///
  /// - Parameters:
  ///   - caller: the user on the page.
  ///   - objection: the reason why the caller's session does not meet ``AuthorizationRequest/requirement``.
  ///   - now: the time.
  /// - Returns: false if the user must sign in first.
  package func accepts(_ caller: Caller, _ objection: SignInReason?, at now: Date) -> Bool {
    reasonForSignIn(caller, objection, at: now) == nil
  }

  /// The reason why the sign-in on the page does not meet the client's request; nil if it does.
  private func reasonForSignIn(_ caller: Caller, _ objection: SignInReason?, at now: Date) -> SignInReason? {
    guard request.expectedUser ?? caller.user.id == caller.user.id else { return .otherAccount }
    return objection ?? (isYoung(caller.session, at: now) ? nil : .tooOld)
  }

  /// Whether a session's sign-in is as recent as the client requires.
  private func isYoung(_ session: Session, at now: Date) -> Bool {
    let age = now.timeIntervalSince(session.authenticatedAt)
    // A sign-in after the request counts as new for a pause, because the user needs time to continue. The pause
    // follows `max_age`, because the client would refuse an ID token with a much older sign-in.
    let pause = request.maximumAge.map { min(Self.pause, max(TimeInterval($0), Self.grace)) } ?? Self.pause
    let isNew = session.authenticatedAt > issuedAt && age <= pause
    if request.prompts.contains(.login), !isNew { return false }
    return isNew || request.maximumAge.map { age <= TimeInterval($0) } ?? true
  }

  /// Whether a click of `caller` is consent: the page has shown the question to this user. A later sign-in of the
  /// same user in another tab does not change this.
  package func isConsent(by caller: Caller) -> Bool {
    shown.map { $0.user == caller.user.id && $0.question.covers(request.question) } ?? false
  }

  /// The longest pause between the user's sign-in on the page and the next step, in seconds.
  private static let pause: TimeInterval = 300
  /// The pause that every request allows, also with a shorter `max_age`, in seconds.
  private static let grace: TimeInterval = 60

  private var selectsAccount: Bool { request.prompts.contains(.selectAccount) }

  private var isFirstParty: Bool { request.application.client.isFirstParty }

  /// Whether the page showed the client before the user signed in, with its scopes and its destination unless the client belongs
  /// to the operator. The sign-in is then consent to them.
  private func wasShown(before session: Session) -> Bool {
    shown.map { $0.at <= session.authenticatedAt && $0.question.covers(request.question) } ?? false
  }
}
