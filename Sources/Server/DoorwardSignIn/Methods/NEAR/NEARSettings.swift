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
