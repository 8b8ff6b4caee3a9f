/// A sign-in that has opened or renewed a session, for a caller that has not received the answer.
struct AnsweredSignIn: Sendable {
  /// The idempotency key of the request.
  let key: String
  let admitted: AccountBook.Admitted
  /// Whether the sign-in has renewed the session of its caller.
  var isRenewal = false
  /// The recovery codes of a user who has added a second factor during the sign-in.
  var recoveryCodes: [String] = []
}

/// The requests without a sign-in's challenge that have succeeded, for callers that have not received the answer.
struct RepetitionBook: Sendable {
  /// An identity that a signed-in user has added.
  struct Addition: Hashable, Sendable {
    /// All parts of the challenge as bytes, because Swift compares texts by canonical equivalence.
    private let challenge: [[UInt8]?]
    private let key: [UInt8]
    let user: String
    let identity: Identity.Key

    /// The addition that a request makes; nil if the request has no idempotency key.
    init?(_ challenge: [String?], key: String?, user: String, identity: Identity.Key) {
      guard let key else { return nil }
      self.challenge = challenge.map { $0.map { Array($0.utf8) } }
      self.key = Array(key.utf8)
      self.user = user
      self.identity = identity
    }
  }

  /// The sign-ins without a challenge, by what they have proven.
  var signIns: [String: AnsweredSignIn] = [:]
  var additions: Set<Addition> = []
  /// The users and idempotency keys of changes of passwords.
  var passwordChanges: Set<String> = []
  /// The recovery codes that a new second factor has come with, by the factor and the idempotency key.
  var recoveryCodes: [String: [String]] = [:]
}
