package import Encodings

/// An error of the server: RFC 9457, or RFC 6749 §5.2 of the OAuth calls.
package struct WireProblem: Sendable {
  /// The stable code of the error.
  package let code: String
  /// A sentence for people; nil if the answer has none.
  package let detail: String?
  /// The name of the request in the server's log.
  package let traceID: String
  /// The member ``Members/identityInUse``.
  package let identityInUse: JSONValue?
  /// The member ``Members/secondFactor``.
  package let secondFactor: JSONValue?
  /// The member ``Members/accountDeletion``.
  package let accountDeletion: JSONValue?
  /// The member ``PasswordStrengthMembers/advice`` of the refusal of a password.
  package let passwordAdvice: JSONValue?

  /// Reads the body of an answer.
  ///
  /// - Returns: nil for a body that does not have both `code` and `trace_id`. Such an answer is not the server's: OAuth
  ///   gives every proxy and portal the member `error`, and an `invalid_grant` from them must not end a session.
  package init?(_ object: JSONObject) {
    guard let code = object[Members.code]?.string, let traceID = object[Members.traceID]?.string else {
      return nil
    }
    self.code = code
    self.traceID = traceID
    detail =
      object[Members.detail]?.string ?? object[Members.errorDescription]?.string
      ?? object[Members.title]?.string
    identityInUse = object[Members.identityInUse]
    secondFactor = object[Members.secondFactor]
    accountDeletion = object[Members.accountDeletion]
    passwordAdvice = object[PasswordStrengthMembers.advice]
  }

  /// The members of both forms.
  /// Schemas: `Problem`, `OAuthError`.
  package enum Members {
    package static var title: String { "title" }
    package static var detail: String { "detail" }
    package static var code: String { "code" }
    package static var traceID: String { "trace_id" }
    package static var error: String { "error" }
    package static var errorDescription: String { "error_description" }
    /// With the code ``WireCode/identityInUse``.
    package static var identityInUse: String { "identity_in_use" }
    /// With the code ``WireCode/secondFactorRequired``.
    package static var secondFactor: String { "second_factor" }
    /// With the code ``WireCode/accountDeletionPending``.
    package static var accountDeletion: String { "account_deletion" }
  }
}
