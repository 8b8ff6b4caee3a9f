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

  package init(network: String, endpoints: [String], genesisHash: String? = nil) {
    self.network = network
    self.endpoints = endpoints
    self.genesisHash = genesisHash
  }
}
