import DoorwardSessions
package import Encodings

/// The values that a NEAR message of an application may contain.
package struct NEAROffer: MethodOffer, Equatable {
  package var networks: [String]
  /// The NEP-413 recipient.
  package var recipient: String
  /// Exact NEP-413 callback URLs.
  package var callbackURLs: [String]

  /// Reads `near` of an application.
  init(_ application: inout ConfigurationReader, _ context: OfferContext) {
    networks = ["mainnet"]
    recipient = context.origins.first?.authority ?? ""
    callbackURLs = []
    guard var reader = application.object("near") else { return }
    networks = reader.strings("networks") ?? networks
    recipient = reader.string("recipient") ?? recipient
    callbackURLs = reader.strings("callback_urls") ?? callbackURLs
    let known = context.settings[NEARSettings.self]?.networks ?? []
    for network in networks where !known.contains(where: { $0.network == network }) {
      reader.refuse("networks", "\"\(network)\" has no endpoints; name them under near.\(network).rpc")
    }
    reader.finish()
  }

  package var settings: JSONObject {
    [
      "networks": .strings(networks), "recipient": .string(recipient),
      "callback_urls": .strings(callbackURLs),
    ]
  }

  package func narrowed(to client: NEAROffer) -> NEAROffer? {
    var narrowed = self
    narrowed.networks.removeAll { !client.networks.contains($0) }
    return narrowed.networks.isEmpty ? nil : narrowed
  }
}
