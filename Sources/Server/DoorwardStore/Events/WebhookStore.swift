#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about webhooks.
package protocol WebhookReading {
  /// Every webhook, oldest first.
  func webhooks() throws -> [Webhook]
  func webhook(_ id: Webhook.ID) throws -> Webhook?
  /// Whether an event can be sent to a webhook now: its attempt is due, and no older event of the same user waits.
  func hasDueDelivery(to webhook: Webhook.ID, at instant: Date) throws -> Bool
  func webhookDelivery(of event: Event.ID, to webhook: Webhook.ID) throws -> WebhookDelivery?
  /// One part of the deliveries to a webhook, the newest event first.
  ///
  /// `state` is the state of all deliveries; nil for any. `position` is the last event of the part before.
  func webhookDeliveries(
    to webhook: Webhook.ID, in state: WebhookDelivery.State?, after position: Event.ID?, limit: Int
  ) throws -> [WebhookDelivery]
  func countOfWaitingWebhookDeliveries() throws -> Int
}

/// Changes of webhooks.
package protocol WebhookWriting: WebhookReading {
  /// Adds a webhook.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ webhook: Webhook) throws
  /// Changes a webhook.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such webhook.
  func update(_ webhook: Webhook) throws
  /// Removes deliveries to a webhook.
  ///
  /// - Returns: the number of removed rows, at most `limit`.
  func removeWebhookDeliveries(to webhook: Webhook.ID, limit: Int) throws -> Int
  /// Removes a webhook and its deliveries; false if there is no such webhook.
  func deleteWebhook(_ id: Webhook.ID) throws -> Bool
  /// Sends an event to a webhook, from the first attempt on. A delivery of the same event that has ended begins again, and one
  /// that waits is due now.
  func enqueue(_ delivery: WebhookDelivery) throws
  /// Claims the events that can be sent to a webhook now, those that wait longest first. Until the lease ends, no other claim gets
  /// them.
  func claimDueDeliveries(
    to webhook: Webhook.ID, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [WebhookDelivery]
  /// Ends the claim of a delivery with the result of its attempt. If it is postponed, later events of its user wait as long.
  ///
  /// - Returns: false if the claim is no longer that of the delivery. Then nothing changes.
  func finish(
    _ delivery: WebhookDelivery, claim: DeliveryClaim.ID, _ result: WebhookResult, _ outcome: WebhookOutcome,
    at instant: Date
  ) throws -> Bool
  /// Ends waiting deliveries to a webhook, at most `limit`.
  func failWaitingDeliveries(
    to webhook: Webhook.ID, _ outcome: WebhookOutcome, at instant: Date, limit: Int
  ) throws
  /// Removes deliveries that ended before a moment.
  ///
  /// - Returns: the number of removed rows, at most `limit`.
  func purgeWebhookDeliveries(endedBefore moment: Date, limit: Int) throws -> Int
}

extension WebhookWriting {
  /// Sends a sealed event to the webhooks that ask for it.
  package func enqueue(_ event: RecordedEvent, _ number: Int64, to webhooks: [Webhook]) throws {
    for webhook in webhooks where webhook.admits(event) {
      try enqueue(
        WebhookDelivery(
          webhook: webhook.id, event: event.id, number: number, type: event.type, user: event.subjects.user,
          createdAt: event.at, nextAttemptAt: event.at))
    }
  }
}
