package import DoorwardSessions

/// The question of the page before a client gets its code.
package enum AuthorizationQuestion: String, Sendable {
  /// Consent to the scopes, which the page lists.
  case consent
  /// Whether to continue with the account. The client belongs to the operator, so the page lists no scopes.
  case continuation

  /// The question about an application, unless its request asks for another one.
  package init(about application: Application) {
    self = application.client.isFirstParty ? .continuation : .consent
  }

  /// Whether an answer to this question, which a page has shown, also answers the present one. The application may have belonged
  /// to the operator when the page asked, and then the page has not listed the scopes.
  package func covers(_ present: AuthorizationQuestion) -> Bool {
    self == .consent || present == .continuation
  }
}

extension AuthorizationRequest {
  /// The question for the request. A client can ask for consent (OpenID Connect Core §3.1.2.1), also one of the operator.
  package var question: AuthorizationQuestion {
    prompts.contains(.consent) ? .consent : AuthorizationQuestion(about: application)
  }
}

extension AuthorizationTicket {
  /// The consent that the user gives by answering the question that the page has shown last.
  package var consentOfAnswer: AuthorizationConsent {
    shown?.question == .consent ? .given : .notRequired
  }
}
