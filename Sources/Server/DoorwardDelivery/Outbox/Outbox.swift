package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The messages that wait in the store. They survive a restart.
///
/// A message is delivered at least once: it is sent again if a process ends after the other server has accepted it and
/// before the store has recorded that. Otherwise it is delivered once, also if several processes share the store.
package struct Outbox: Sendable {
  let store: any Store
  let clock: WallClock
  let random: RandomSource
  private let seal: MessageSeal

  package init(store: any Store, clock: WallClock, random: RandomSource, seal: MessageSeal) {
    self.store = store
    self.clock = clock
    self.random = random
    self.seal = seal
  }

  /// Makes a message that is valid from now on.
  ///
  /// - Parameters:
  ///   - kind: the kind of message.
  ///   - recipient: the address.
  ///   - applicationID: the application whose templates are used.
  ///   - userID: the user that the message is about; nil if there is none yet.
  ///   - challengeID: the challenge whose code the message has; nil for a notice.
  ///   - language: the language that the user prefers.
  ///   - parameters: a value for each required parameter of the kind, and for some of the optional ones.
  ///   - lifetime: the time after which the message is useless, in seconds; for a code, its lifetime.
  ///   - handling: whether and from which budget the message is sent.
  /// - Returns: the message, which is not stored yet.
  /// - Throws: ``MessageError``; the errors of the random source.
  package func message(
    _ kind: MessageKind, to recipient: Recipient, applicationID: String, userID: User.ID? = nil,
    challengeID: ChallengeID? = nil, language: String, parameters: [MessageParameter: String],
    lifetime: TimeInterval, handling: OutgoingMessage.Handling = .usual
  ) throws -> OutgoingMessage {
    let now = clock.now
    return try OutgoingMessage(
      id: QueuedMessage.ID(at: now, random: random), kind, to: recipient, applicationID: applicationID,
      userID: userID, challengeID: challengeID, language: language, parameters: parameters, createdAt: now,
      expiresAt: now.addingTimeInterval(lifetime), handling: handling)
  }

  /// The row of a message, for a caller that inserts it in a separate transaction. After the transaction, the caller
  /// calls ``DeliveryWorker/wake()``.
  ///
  /// ```swift
  /// let row = try outbox.row(for: message)
  /// try await store.write { transaction in
  ///   try transaction.cancelMessages(forChallenge: replaced, at: now)
  ///   try transaction.insert(row)
  /// }
  /// worker.wake()
  /// ```
  ///
  /// - Throws: the errors of the seal.
  package func row(for message: OutgoingMessage) throws -> QueuedMessage {
    QueuedMessage(
      id: message.id, applicationID: message.applicationID, userID: message.userID,
      challengeID: message.challengeID, channel: message.recipient.channel,
      recipient: message.recipient.text, kind: message.kind.rawValue, createdAt: message.createdAt,
      expiresAt: message.expiresAt, sealedContent: try SealedContent.seal(message, seal),
      nextAttemptAt: message.createdAt)
  }

  /// The message of a row.
  ///
  /// - Throws: if the content cannot be decrypted or read.
  func message(of row: QueuedMessage) throws -> OutgoingMessage { try SealedContent.open(row, seal) }
}
