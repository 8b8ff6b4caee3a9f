/// A sign-in that has opened a session, for a caller that has not received the answer.
struct AnsweredSignIn: Sendable {
  /// The idempotency key of the request.
  let key: String
  let admitted: AccountBook.Admitted
}
