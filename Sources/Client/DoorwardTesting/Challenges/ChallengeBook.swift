import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Foundation

/// The context that a challenge is bound to, in addition to its own text.
struct ChallengeContext: Sendable, Equatable {
  let purpose: WirePurpose
  /// The user whose account the proof is added to; nil for a sign-in.
  let user: String?
  let binding: WireBinding
}

/// The challenges that were issued. The server seals its challenges and stores none; an app sees no difference.
struct ChallengeBook: Sendable {
  private struct Entry: Sendable {
    let context: ChallengeContext
    let expiresAt: Date
    var isSpent = false
    /// The idempotency key of a first step that waits for a second factor.
    var waitingKey: String?
    var answer: AnsweredSignIn?
  }

  /// All parts of a challenge as bytes, because Swift compares texts by canonical equivalence.
  private struct Content: Hashable {
    let parts: [[UInt8]?]

    init(_ texts: [String?]) { parts = texts.map { $0.map { Array($0.utf8) } } }
  }

  private var entries: [Content: Entry] = [:]

  mutating func issue(_ content: [String?], _ context: ChallengeContext, until expiresAt: Date) {
    entries[Content(content)] = Entry(context: context, expiresAt: expiresAt)
  }

  /// Refuses a challenge that was not issued with this content and context, or that has expired. A request that may be
  /// a repetition is refused by ``spend(_:at:)`` instead.
  func require(
    _ content: [String?], _ context: ChallengeContext, at now: Date, mayRepeat: Bool
  ) throws(Problem) {
    guard let entry = entries[Content(content)], entry.context == context else { throw .invalidChallenge }
    guard now < entry.expiresAt || mayRepeat else { throw .challengeExpired }
  }

  /// Spends a challenge, once. A first step that waits for a second factor can be repeated with its key.
  mutating func spend(_ content: [String?], at now: Date, key: String? = nil) throws(Problem) {
    let content = Content(content)
    guard let entry = entries[content], now < entry.expiresAt else { throw .challengeExpired }
    guard !entry.isSpent || key != nil && key == entry.waitingKey else { throw .challengeUsed }
    entries[content]?.isSpent = true
  }

  /// The sign-in that has spent a challenge and opened a session.
  func answer(to content: [String?]) -> AnsweredSignIn? { entries[Content(content)]?.answer }

  mutating func setWaiting(_ key: String?, for content: [String?]) {
    entries[Content(content)]?.waitingKey = key
  }

  mutating func setAnswer(_ answer: AnsweredSignIn, to content: [String?]) {
    entries[Content(content)]?.answer = answer
  }
}

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
