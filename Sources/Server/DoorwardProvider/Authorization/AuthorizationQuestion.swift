import DoorwardSessions

/// The question of the page before a client gets its code.
package enum AuthorizationQuestion: String, Sendable {
  /// Consent to the scopes, which the page lists.
  case consent
  /// Whether to continue with the account. The client belongs to the operator, so the page lists no scopes.
  case continuation
}

extension AuthorizationRequest {
  /// The question for the request. A client can ask for consent (OpenID Connect Core §3.1.2.1), also one of the operator.
  package var question: AuthorizationQuestion {
    application.client.isFirstParty && !prompts.contains(.consent) ? .continuation : .consent
  }
}

extension AuthorizationTicket {
  /// Whether the page has shown what an answer of the user allows now. The client may have belonged to the operator when the
  /// page asked, and then the page has not listed the scopes.
  package func showed(_ shown: Shown) -> Bool {
    shown.question == .consent || request.question == .continuation
  }
}
