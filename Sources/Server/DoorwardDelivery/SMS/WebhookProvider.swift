package import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardIdentifiers
package import DoorwardOpenSSL
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends SMS through a service of the operator, which receives a signed request. `docs/delivery.md` documents the format.
package struct WebhookProvider: SMSProvider, HiddenContent {
  package static let timestampField = "Doorward-Timestamp"
  package static let signatureField = "Doorward-Signature"

  private let service: SMSService
  private let url: String
  private let signature: WebhookSignature
  private let clock: WallClock

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - url: the address of the service.
  ///   - signature: the key that the service knows.
  ///   - clock: the time of the signature.
  ///   - client: sends the requests.
  /// - Throws: ``SMSSettingsError`` if the URL is neither https nor on this machine.
  package init(
    url: String, signature: WebhookSignature, clock: WallClock, client: OutgoingHTTPClient
  ) throws(SMSSettingsError) {
    guard LinkRule.allows(url) else {
      throw SMSSettingsError(description: "the URL of the SMS webhook must be https, except on loopback")
    }
    service = SMSService(client: client)
    self.url = url
    self.signature = signature
    self.clock = clock
  }

  package var longestTime: Duration { service.client.timeout }

  package func send(_ sms: SMS) async -> SMSOutcome {
    let content: JSONValue = [
      "id": .string(sms.id.text), "to": .string(sms.recipient.e164), "text": .string(sms.text),
      "kind": .string(sms.kind.rawValue), "application_id": .string(sms.applicationID),
      "expires_at": .string(Timestamp(sms.expiresAt).rfc3339),
    ]
    let body = content.serialized()
    let timestamp = String(Int64(clock.now.timeIntervalSince1970))
    guard let code = try? signature.text(timestamp: timestamp, body: body) else {
      return SMSOutcome(
        .postponed(DeliveryNote(code: "not_sent", detail: "the request could not be signed")),
        mayHaveSent: false)
    }
    let request = OutgoingRequest(
      method: .post, url: url,
      fields: [
        "Content-Type": "application/json", "\(Self.timestampField)": timestamp,
        "\(Self.signatureField)": code,
      ], body: body)
    return await service.send(request) { _ in nil }
  }
}

/// The signature of webhook requests: `v1=` and the hexadecimal HMAC-SHA256 of the time, a dot and the body.
package struct WebhookSignature: Sendable, HiddenContent {
  private let key: HMACSHA256Key

  /// `secret` is at least 16 bytes that only the two sides know.
  ///
  /// - Throws: ``SMSSettingsError`` if the secret is too short.
  package init(secret: [UInt8], context: OpenSSLContext) throws {
    guard secret.count >= 16 else {
      throw SMSSettingsError(description: "the secret of the SMS webhook must have 16 bytes or more")
    }
    key = try HMACSHA256Key(secret, context: context)
  }

  /// The value of the signature field.
  package func text(timestamp: String, body: [UInt8]) throws -> String {
    "v1=" + Hex.encode(try key.authenticationCode(for: [UInt8]("\(timestamp).".utf8) + body))
  }
}
