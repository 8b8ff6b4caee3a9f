import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Counts the guesses of passwords and codes, in addition to the limits of networks.
///
/// A guess is counted, and the count is durable, before the secret is compared. So of many guesses at the same time no
/// more are compared than the limits allow. A sign-in by any method forgets the guesses of the user's identifiers; the
/// guesses of a challenge are never forgotten.
package struct GuessLimits: Sendable {
  /// The guesses of one challenge.
  package static let perChallenge: Int64 = 5
  /// The guesses of one identifier without a pause.
  package static let free: Int64 = 4
  /// The guesses in a row after which no more are accepted for ``memory``, unless the user signs in another way.
  package static let perIdentifier: Int64 = 100
  package static let longestPause: TimeInterval = 900
  /// The time after the last guess in which the guesses of an identifier are remembered, in seconds.
  package static let memory: TimeInterval = 24 * 3600

  private let store: any Store
  private let clock: WallClock
  private let key: DerivedKey

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - key: hides the identifiers in the store.
  package init(store: any Store, clock: WallClock, key: DerivedKey) {
    self.store = store
    self.clock = clock
    self.key = key
  }

  /// The kind of secret that is guessed. Passwords and codes are counted separately, so that wrong passwords do not
  /// keep a user from signing in with a code.
  package enum Secret: String, Sendable, CaseIterable {
    case password, code
  }

  /// The subject of the second factors of a user. Their guesses are counted apart from those of passwords and codes, so
  /// that only a user who has proven a first factor can use them up.
  package func secondFactorSubject(_ user: User.ID) throws -> GuessSubject {
    GuessSubject(bytes: try key.authenticate([[UInt8]("second-factors".utf8), user.bytes]))
  }

  /// The subject of the guesses that name an identifier, whether a user has it or not. So the guesses do not show which
  /// identifiers belong to a user, or to the same user.
  package func subject(of secret: Secret, _ identity: IdentityKey) throws -> GuessSubject {
    GuessSubject(
      bytes: try key.authenticate([
        [UInt8](secret.rawValue.utf8), [UInt8](identity.kind.rawValue.utf8),
        [UInt8](identity.identifier.utf8),
        [UInt8]((identity.realm ?? "").utf8),
      ]))
  }

  /// The subject of the guesses of a signed-in user. Guesses of others do not count.
  package func subject(ofSignedIn user: User.ID) throws -> GuessSubject {
    GuessSubject(bytes: try key.authenticate([[UInt8]("user".utf8), user.bytes]))
  }

  /// Forgets the guesses that name the identifiers of a user who has signed in.
  ///
  /// - Throws: ``StoreError``; the errors of the MAC.
  package func forget(_ identities: [Identity], in transaction: any StoreWriting) throws {
    for identity in identities where IdentityKey.Kind.single.contains(identity.key.kind) {
      for secret in Secret.allCases {
        try transaction.forgetGuesses(of: subject(of: secret, identity.key))
      }
    }
  }

  /// Counts a guess of a secret. The caller compares the secret afterwards.
  ///
  /// - Parameters:
  ///   - subject: what the guess names.
  ///   - challenge: the challenge that the guess answers; nil for a password.
  /// - Throws: `Problem` 429 `too_many_guesses` with `Retry-After` if the user has to wait, 401 `code_exhausted` if the
  ///   challenge has no guess left; ``StoreError``.
  package func count(for subject: GuessSubject, answering challenge: AnsweredChallenge? = nil) async throws {
    let challenge = try challenge.map { challenge in
      (
        subject: GuessSubject(bytes: try key.authenticate([[UInt8]("challenge".utf8), challenge.id.bytes])),
        expiresAt: challenge.expiresAt
      )
    }
    let refusal = try await store.write { [clock] transaction -> Problem? in
      let now = clock.now
      let guesses = try transaction.guesses(of: subject).flatMap { $0.expiresAt > now ? $0 : nil }
      if let guesses {
        let end = guesses.lastAt.addingTimeInterval(Self.pause(after: guesses.count))
        guard now >= end else { return .tooManyGuesses(until: end, now) }
      }
      if let challenge {
        let count = try transaction.guesses(of: challenge.subject)?.count ?? 0
        guard count < Self.perChallenge else { return .codeExhausted }
        try transaction.keep(
          GuessCount(count: count + 1, lastAt: now, expiresAt: challenge.expiresAt), of: challenge.subject)
      }
      try transaction.keep(
        GuessCount(
          count: (guesses?.count ?? 0) + 1, lastAt: now, expiresAt: now.addingTimeInterval(Self.memory)),
        of: subject)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// The time until the next guess, in seconds: 1, 2, 4 … after the fifth guess and later ones.
  package static func pause(after count: Int64) -> TimeInterval {
    guard count > free else { return 0 }
    guard count < perIdentifier else { return memory }
    return min(longestPause, TimeInterval(1 << min(count - free - 1, 20)))
  }
}

extension Problem {
  fileprivate static func tooManyGuesses(until end: Date, _ now: Date) -> Problem {
    let seconds = max(1, Int(end.timeIntervalSince(now).rounded(.up)))
    return Problem(
      status: 429, code: WireCode.tooManyGuesses,
      detail: "Too many wrong passwords or codes. Try again in \(seconds) seconds, or sign in another way.",
      fields: ["Retry-After": "\(seconds)"])
  }

  fileprivate static var codeExhausted: Problem {
    .notProven(WireCode.codeExhausted, "This code has been tried too often. Ask for a new one.")
  }
}
