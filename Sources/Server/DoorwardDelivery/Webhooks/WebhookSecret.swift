package import DoorwardOpenSSL
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The secret with which the events for a webhook are signed, in the form of Standard Webhooks: `whsec_` and Base64.
package struct WebhookSecret: Sendable, Equatable, HiddenContent {
  private static let prefix = "whsec_"
  /// The number of bytes of a new secret. The specification asks for 24 to 64.
  private static let length = 32

  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a secret.
  package init(random: RandomSource) throws { bytes = try random.bytes(Self.length) }

  /// Reads the text of a secret; nil for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      let bytes = try? Base64.decode(String(text.dropFirst(Self.prefix.count)))
    else { return nil }
    self.bytes = bytes
  }

  package var text: String { Self.prefix + Base64.encode(bytes) }

  /// The signature of a request: `v1,` and the Base64 of HMAC-SHA256 over id, time and body.
  package func signature(
    id: String, timestamp: String, body: [UInt8], context: OpenSSLContext
  ) throws -> String {
    let key = try HMACSHA256Key(bytes, context: context)
    return "v1," + Base64.encode(try key.authenticationCode(for: [UInt8]("\(id).\(timestamp).".utf8) + body))
  }
}

/// Seals the secrets of webhooks for the store.
package struct WebhookSecrets: Sendable {
  private let seal: MessageSeal
  private let random: RandomSource

  package init(seal: MessageSeal, random: RandomSource) {
    self.seal = seal
    self.random = random
  }

  /// A new secret, and its sealed form.
  package func make(for webhook: Webhook.ID) throws -> (WebhookSecret, sealed: [UInt8]) {
    let secret = try WebhookSecret(random: random)
    return (secret, try seal.seal(secret.bytes, Self.purpose(webhook)))
  }

  /// The secrets with which an event is signed at a time: the present one, and a replaced one until its end.
  package func secrets(of webhook: Webhook, at instant: Date) throws -> [WebhookSecret] {
    var sealed = [webhook.secret]
    if let previous = webhook.previousSecret, instant < previous.endsAt { sealed.append(previous.secret) }
    return try sealed.map { WebhookSecret(bytes: try seal.open($0, Self.purpose(webhook.id))) }
  }

  /// Binds a secret to its webhook, so that it cannot be moved to another one.
  private static func purpose(_ webhook: Webhook.ID) -> [UInt8] { [UInt8]("webhook".utf8) + webhook.bytes }
}
