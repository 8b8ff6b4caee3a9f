import DoorwardDelivery
import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The channels by which an application sends one-time codes.
package struct CodeOffer: MethodOffer, Equatable {
  /// The channels, email first.
  package var channels: [DeliveryChannel]

  package var settings: JSONObject { ["channels": .strings(channels.map(\.rawValue))] }

  package func narrowed(to client: CodeOffer) -> CodeOffer? {
    let shared = channels.filter(client.channels.contains)
    return shared.isEmpty ? nil : CodeOffer(channels: shared)
  }

  /// Reads `code` of an application.
  init(_ application: inout ConfigurationReader, _ context: OfferContext) {
    channels = context.settings[DeliveryChannels.self]?.configured ?? []
    guard var reader = application.object("code") else { return }
    let configured = channels
    if let names = reader.strings("channels") {
      channels = names.compactMap(DeliveryChannel.init(rawValue:)).filter(configured.contains)
      for name in names where !configured.map(\.rawValue).contains(name) {
        reader.refuse("channels", "\"\(name)\" is not a channel that the server's delivery has")
      }
    }
    reader.finish()
  }

  package init(channels: [DeliveryChannel]) { self.channels = channels }
}

/// The channels that the operator has configured, email first.
package struct DeliveryChannels: Sendable {
  package let configured: [DeliveryChannel]

  package init(_ configured: Set<DeliveryChannel>) {
    self.configured = [.email, .sms].filter(configured.contains)
  }
}
