package import DoorwardCurl
import DoorwardHTTPTypes
package import DoorwardOpenSSL
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends events to webhooks, as signed requests in the form of Standard Webhooks.
package struct WebhookSender: Sendable, HiddenContent {
  private let client: OutgoingHTTPClient
  private let secrets: WebhookSecrets
  private let clock: WallClock
  private let library: OpenSSLContext

  /// `client` decides which addresses the server connects to. It follows no redirect, and bounds the time and the answer.
  package init(
    client: OutgoingHTTPClient, secrets: WebhookSecrets, clock: WallClock, library: OpenSSLContext
  ) {
    self.client = client
    self.secrets = secrets
    self.clock = clock
    self.library = library
  }

  /// The longest time that ``send(_:to:)`` takes.
  package var longestTime: Duration { client.timeout }

  /// Whether the server sends events to an address: https, or http on this machine in development.
  package static func allows(_ url: String, inDevelopment isDevelopment: Bool) -> Bool {
    url.utf8.count <= 2048 && LinkRule.allows(url) && (isDevelopment || url.hasPrefix("https://"))
  }

  /// Sends one event and waits for the answer.
  package func send(_ event: RecordedEvent, to webhook: Webhook) async -> WebhookAnswer {
    let now = clock.now
    let body = Self.body(event, includesClient: webhook.includesClient)
    let (id, timestamp) = (event.id.text, String(Int64(now.timeIntervalSince1970)))
    let signing: [WebhookSecret]
    let signatures: [String]
    do {
      signing = try secrets.secrets(of: webhook, at: now)
      signatures = try signing.map {
        try $0.signature(id: id, timestamp: timestamp, body: body, context: library)
      }
    } catch {
      return WebhookAnswer(
        .unsent,
        WebhookOutcome(
          DeliveryNote(
            code: "unreadable",
            detail: "the secret was sealed under another master key, or the row was changed")))
    }
    let request = OutgoingRequest(
      method: .post, url: webhook.url,
      fields: [
        "Content-Type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp,
        "webhook-signature": signatures.joined(separator: " "),
      ], body: body)
    do {
      return Self.answer(try await client.send(request), Redaction(signing.map(\.text)))
    } catch {
      let note = DeliveryNote(code: error.code.rawValue, detail: error.reason).recorded(Redaction([]))
      return WebhookAnswer(.postponed, WebhookOutcome(note))
    }
  }

  private static func answer(_ response: OutgoingResponse, _ redaction: Redaction) -> WebhookAnswer {
    let judgment: WebhookAnswer.Judgment =
      switch response.status {
      case 200...299: .accepted
      case 410: .gone
      default: .postponed
      }
    let note = DeliveryNote(
      code: judgment == .accepted ? "accepted" : "status",
      detail: String(decoding: response.body.prefix(2048), as: UTF8.self))
    return WebhookAnswer(judgment, WebhookOutcome(status: response.status, note.recorded(redaction)))
  }

  /// The body of a request about an event. It is the same for each attempt, except for the client of a user who was deleted
  /// meanwhile.
  package static func body(_ event: RecordedEvent, includesClient: Bool) -> [UInt8] {
    var data = event.json.object ?? JSONObject()
    if !includesClient {
      data["device"] = nil
      data["network"] = nil
    }
    let payload: JSONValue = [
      "type": .string(event.type), "timestamp": .time(event.at), "data": .object(data),
    ]
    return payload.serialized()
  }
}

/// The answer of a receiver.
package struct WebhookAnswer: Sendable, Equatable {
  package enum Judgment: Sendable {
    case accepted
    /// A later attempt may succeed.
    case postponed
    /// Another attempt would fail too.
    case refused
    /// The receiver wants no more events (status 410).
    case gone
    /// The event cannot be sent. The receiver got nothing.
    case unsent
  }

  package let judgment: Judgment
  package let outcome: WebhookOutcome

  package init(_ judgment: Judgment, _ outcome: WebhookOutcome) {
    self.judgment = judgment
    self.outcome = outcome
  }
}
