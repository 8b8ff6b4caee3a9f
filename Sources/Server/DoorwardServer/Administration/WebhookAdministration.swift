import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The operator's commands on webhooks. A running server sends the events.
extension Administration {
  private var webhookActs: WebhookActs {
    get throws {
      WebhookActs(
        store: installation.store, clock: clock, random: .system,
        secrets: WebhookSecrets(sealedWith: try installation.key(for: .webhooks), random: .system))
    }
  }

  /// Every webhook, oldest first.
  package func webhooks() async throws -> [Webhook] { try await webhookActs.all() }

  /// Adds a webhook.
  ///
  /// - Parameter members: the members of the body of the same call.
  /// - Returns: the webhook, and the only readable copy of its secret.
  /// - Throws: `Problem` that names the wrong member; ``StoreError``.
  package func addWebhook(_ members: JSONObject) async throws -> (webhook: Webhook, secret: String) {
    try await act(.webhookCreation) { details in
      let body = try JSONObjectReader(.object(members))
      let settings = try await changes(body).settings(body)
      let (webhook, secret) = try await webhookActs.create(
        settings, createdBy: "operator \(operatorName)", by: origin)
      details.choice = webhook.id.text
      return (webhook, secret.text)
    }
  }

  /// Changes the given members of a webhook; false if there is none.
  package func changeWebhook(_ id: String, _ members: JSONObject) async throws -> Bool {
    let changes = try await self.changes(JSONObjectReader(.object(members)))
    return try await actOnWebhook(id, .webhookChange) {
      try await webhookActs.change($0, to: { changes.applied(to: $0) }, by: origin) != nil
    }
  }

  /// Removes a webhook and its deliveries; false if there is none.
  package func removeWebhook(_ id: String) async throws -> Bool {
    try await actOnWebhook(id, .webhookRemoval) { try await webhookActs.remove($0, by: origin) }
  }

  /// Makes a new secret. The one before stays valid for a day.
  ///
  /// - Returns: the only readable copy of the secret; nil if there is no webhook.
  package func replaceWebhookSecret(of id: String) async throws -> String? {
    var secret: String?
    _ = try await actOnWebhook(id, .webhookSecretReplacement) {
      secret = try await webhookActs.replaceSecret(of: $0, by: origin)?.1.text
      return secret != nil
    }
    return secret
  }

  /// Sends a test event to a webhook; false if there is none.
  package func testWebhook(_ id: String) async throws -> Bool {
    try await actOnWebhook(id, .webhookTest) { try await webhookActs.test($0, by: origin) }
  }

  /// The newest deliveries to a webhook; nil if there is none.
  package func webhookDeliveries(
    to id: String, in state: WebhookDelivery.State?, limit: Int
  ) async throws -> [WebhookDelivery]? {
    guard let id = Webhook.ID(id) else { return nil }
    return try await webhookActs.deliveries(to: id, in: state, limit: limit)
  }

  /// Sends one event to a webhook again; false if the webhook has no delivery of it.
  package func retryWebhook(_ id: String, event: String) async throws -> Bool {
    guard let event = Event.ID(event) else { return false }
    return try await actOnWebhook(id, .webhookReplay) {
      try await webhookActs.retry(event, to: $0, by: origin)
    }
  }

  /// Sends the events since a moment to a webhook again.
  ///
  /// - Returns: the number of events, and the time from which another call continues; nil if there is no webhook.
  package func replayWebhook(_ id: String, from start: Date) async throws -> (count: Int, next: Date?)? {
    var replayed: (count: Int, next: Date?)?
    _ = try await actOnWebhook(id, .webhookReplay) {
      replayed = try await webhookActs.replay(to: $0, from: start, by: origin)
      return replayed != nil
    }
    return replayed
  }

  private func changes(_ body: JSONObjectReader) async throws -> WebhookChanges {
    let ids = try await effectiveApplications().map(\.id)
    return try WebhookChanges(
      body, isApplication: ids.contains, inDevelopment: configuration.isDevelopment)
  }

  private func actOnWebhook(
    _ id: String, _ event: SecurityLog.Event, _ body: (Webhook.ID) async throws -> Bool
  ) async throws -> Bool {
    guard let id = Webhook.ID(id) else { return false }
    var details = SecurityLog.Details()
    details.choice = id.text
    return try await actIfFound(event, details) { _ in try await body(id) }
  }
}
