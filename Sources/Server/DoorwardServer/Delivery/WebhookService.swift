import DoorwardCurl
package import DoorwardDelivery
import DoorwardOpenSSL
package import DoorwardSessions
package import DoorwardStore
import Encodings

extension WebhookSecrets {
  /// - Parameters:
  ///   - key: the key of ``KeyPurpose/webhooks``.
  ///   - random: the source of secrets.
  package init(sealedWith key: DerivedKey, random: RandomSource) {
    self.init(
      seal: MessageSeal(
        seal: { try key.seal($0, purpose: $1) },
        open: { try key.open($0, purpose: $1) }),
      random: random)
  }
}

extension WebhookWorker {
  /// The worker of a running server.
  convenience init(
    _ shared: SharedServices, _ secrets: WebhookSecrets, allowsPrivateAddresses: Bool, library: OpenSSLContext
  ) {
    let client = OutgoingHTTPClient(
      OutgoingHTTPConfiguration(
        allowPrivateAddresses: allowsPrivateAddresses || shared.isDevelopment))
    self.init(
      store: shared.store, clock: shared.clock, random: shared.random,
      sender: WebhookSender(client: client, secrets: secrets, clock: shared.clock, library: library)
    ) { [logger = shared.logger, metrics = shared.metrics] event in
      logger.log(event)
      metrics.count(event)
    }
  }
}

extension Metrics {
  /// The channel of events for webhooks, beside those of messages.
  static let webhookChannel = "webhook"

  func count(_ event: WebhookEvent) {
    switch event {
    case .attempted(_, let result, _): count(.deliveries, [Self.webhookChannel, result.name])
    case .late: count(.deliveries, [Self.webhookChannel, "late"])
    case .disabled, .storeFailed: break
    }
  }
}

extension Logger {
  /// Writes an event of the webhooks, without addresses and without texts of receivers.
  func log(_ event: WebhookEvent) {
    switch event {
    case .attempted(let delivery, let result, let outcome):
      var members = Self.members(delivery)
      members["code"] = .string(outcome.note.code)
      members["status"] = outcome.status.map { .integer(Int64($0)) }
      switch result {
      case .delivered: log(.debug, "webhook delivered", members)
      case .postponed(let next):
        members["next_attempt_at"] = .string(Timestamp(next).rfc3339)
        log(.info, "webhook postponed", members)
      case .failed: log(.warning, "webhook failed", members)
      }
    case .late(let delivery):
      log(.warning, "webhook attempt ended after its lease", Self.members(delivery))
    case .disabled(let id):
      log(
        .error, "webhook disabled",
        [
          "webhook_id": .string(id.text),
          "remedy": "correct the receiver, enable the webhook, and send the failed events again",
        ])
    case .storeFailed: log(.error, "the webhooks in the store cannot be read or written")
    }
  }

  private static func members(_ delivery: WebhookDelivery) -> JSONObject {
    [
      "webhook_id": .string(delivery.webhook.text), "event_id": .string(delivery.event.text),
      "attempts": .integer(delivery.attempts),
    ]
  }
}

extension WebhookResult {
  /// The name in metrics.
  var name: String {
    switch self {
    case .delivered: "delivered"
    case .postponed: "postponed"
    case .failed: "failed"
    }
  }
}
