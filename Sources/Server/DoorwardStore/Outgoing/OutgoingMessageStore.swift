#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about messages to users.
package protocol OutgoingMessageReading {
  /// The message; nil if there is none.
  func message(_ id: QueuedMessage.ID) throws -> QueuedMessage?

  /// Whether a message of the channel, expired or not, is due at `instant` and no process delivers it.
  func hasDueMessage(on channel: DeliveryChannel, at instant: Date) throws -> Bool

  /// The number of messages of a channel that wait for their delivery and have not expired at `instant`.
  func countOfWaitingMessages(on channel: DeliveryChannel, at instant: Date) throws -> Int

  /// The messages of a channel that wait for their delivery, those that are due next first. They have no content.
  func waitingMessages(on channel: DeliveryChannel, limit: Int) throws -> [QueuedMessage]

  /// The messages that were not delivered: failed and expired ones, newest first.
  ///
  /// - Parameters:
  ///   - position: only messages that are older; nil for all.
  ///   - limit: the most messages.
  /// - Returns: the messages. They have no content.
  /// - Throws: ``StoreError``.
  func undeliveredMessages(
    after position: ListPosition<QueuedMessage>?, limit: Int
  ) throws -> [QueuedMessage]

  /// The messages about a user that the store still has, newest first: those that name the user, and those that name no user
  /// and went to an address of this one, such as codes for sign-ins.
  func messages(ofUser user: User.ID) throws -> [QueuedMessage]

  /// The amount that was spent on a day.
  ///
  /// - Parameter day: the number of days since 1970-01-01 in UTC.
  /// - Returns: the amount, in the unit of the caller.
  /// - Throws: ``StoreError``.
  func deliverySpending(onDay day: Int64) throws -> Int64
}

/// Changes of messages to users.
package protocol OutgoingMessageWriting: OutgoingMessageReading {
  /// Adds a waiting message.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken; ``StoreError/Code/missing`` if its user does not exist.
  func insert(_ message: QueuedMessage) throws

  /// Claims messages of a channel that are due, the one that expires first before the others. Each gets one more attempt.
  ///
  /// So a code does not wait for thousands of invitations that were queued before it.
  ///
  /// Until the lease ends, no other claim gets the messages. Expired messages are not claimed.
  ///
  /// `instant` is the current time. `claim` is the claim, the same for all messages. `limit` is the most messages.
  ///
  /// - Returns: the messages as they are after the claim.
  /// - Throws: ``StoreError``.
  func claimDueMessages(
    on channel: DeliveryChannel, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [QueuedMessage]

  /// Ends the claim of a message with the result of its attempt. All results except a postponement erase the content,
  /// and ``DeliveryResult/withheld`` removes the message.
  ///
  /// - Returns: false if the claim is no longer the message's, or the message is cancelled or removed. Then the message
  ///   does not change.
  func finish(
    _ id: QueuedMessage.ID, claim: DeliveryClaim.ID, result: DeliveryResult, at instant: Date
  ) throws -> Bool

  /// Ends the waiting messages of a challenge, whose code was used or replaced, and erases their content.
  ///
  /// `instant` is the current time. A message that is sent at this moment is ended too.
  ///
  /// - Throws: ``StoreError``.
  func cancelMessages(forChallenge challenge: ChallengeID, at instant: Date) throws

  /// Removes all messages that name a user. ``UserWriting/deleteUser(_:)`` does the same, and also removes those that name
  /// no user and went to an address of this one.
  ///
  /// - Returns: the number of messages.
  @discardableResult
  func eraseMessages(ofUser user: User.ID) throws -> Int

  /// Ends due messages of a channel that have expired, and erases their content.
  ///
  /// `instant` is the current time. `limit` is the most messages.
  ///
  /// - Returns: the number of messages.
  /// - Throws: ``StoreError``.
  func expireDueMessages(on channel: DeliveryChannel, at instant: Date, limit: Int) throws -> Int

  /// Adds to the amount of a day, unless the sum would exceed the limit.
  ///
  /// - Parameters:
  ///   - amount: the amount; a negative one returns an amount that was not spent.
  ///   - day: the number of days since 1970-01-01 in UTC.
  ///   - limit: the largest sum.
  /// - Returns: false if nothing was added, because the sum would exceed the limit.
  /// - Throws: ``StoreError``.
  func spendOnDelivery(_ amount: Int64, onDay day: Int64, limit: Int64) throws -> Bool

  /// Removes messages that ended long ago. The amounts of past days stay, one row for each: if the clock is set back to such a
  /// day, it must not be spent again.
  ///
  /// - Parameters:
  ///   - delivered: delivered and cancelled messages that ended before this moment are removed.
  ///   - undelivered: failed and expired messages that ended before this moment are removed.
  ///   - limit: the most messages to remove.
  /// - Returns: the number of removed messages.
  /// - Throws: ``StoreError``.
  func purgeMessages(deliveredBefore delivered: Date, undeliveredBefore undelivered: Date, limit: Int) throws
    -> Int
}
