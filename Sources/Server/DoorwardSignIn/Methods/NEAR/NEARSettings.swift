import DoorwardSessions

/// The settings of the method.
package struct NEARSettings: Sendable, Equatable {
  package let networks: [NEARNetworkSettings]

  package init(networks: [NEARNetworkSettings]) { self.networks = networks }
}

/// The connection settings of one NEAR network.
package struct NEARNetworkSettings: Sendable, Equatable {
  package var network: String
  package var endpoints: [String]
  /// Base58. An endpoint that reports another one serves another chain.
  package var genesisHash: String?
  /// Whether an endpoint may have a private or loopback address.
  package var allowsPrivateAddresses: Bool

  package init(
    network: String, endpoints: [String], genesisHash: String? = nil, allowsPrivateAddresses: Bool = false
  ) {
    self.network = network
    self.endpoints = endpoints
    self.genesisHash = genesisHash
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }
}

extension NEARSettings {
  /// The public networks, with endpoints that do not need an account.
  static let publicNetworks: [NEARNetworkSettings] = [
    NEARNetworkSettings(
      network: "mainnet", endpoints: ["https://free.rpc.fastnear.com", "https://rpc.mainnet.near.org"],
      genesisHash: "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"),
    NEARNetworkSettings(
      network: "testnet", endpoints: ["https://test.rpc.fastnear.com", "https://rpc.testnet.near.org"],
      genesisHash: "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"),
  ]

  /// Reads `near`.
  init(_ configuration: inout ConfigurationReader) {
    guard var object = configuration.object("near") else {
      self.init(networks: Self.publicNetworks)
      return
    }
    var networks: [String: NEARNetworkSettings] = [:]
    for network in Self.publicNetworks { networks[network.network] = network }
    for name in object.names {
      guard var network = object.object(name) else { continue }
      if !(1...32).contains(name.utf8.count) || !name.utf8.allSatisfy(Self.isNetworkNameUnit) {
        object.refuse(name, "a network's name is lower-case letters, digits and dashes, 32 at most")
      }
      // If the operator names endpoints, the server must not contact any other party.
      let endpoints = network.strings("rpc") ?? networks[name]?.endpoints ?? []
      if endpoints.isEmpty { network.missing("rpc", "at least one endpoint is required") }
      for endpoint in endpoints where !endpoint.hasPrefix("https://") && !endpoint.hasPrefix("http://") {
        network.refuse("rpc", "\"\(endpoint)\" is not an http(s) URL")
      }
      let hash = network.string("genesis_hash")
      networks[name] = NEARNetworkSettings(
        network: name, endpoints: endpoints,
        genesisHash: hash == "" ? nil : hash ?? networks[name]?.genesisHash,
        allowsPrivateAddresses: network.bool("allow_private_addresses") ?? false)
      network.finish()
    }
    self.init(networks: networks.values.sorted { $0.network < $1.network })
  }

  private static func isNetworkNameUnit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
      || unit == UInt8(ascii: "-")
  }
}
