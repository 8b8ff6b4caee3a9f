/// The server's connection settings for one NEAR network.
package struct NEARNetworkSettings: Sendable, Equatable {
  package var network: String
  package var endpoints: [String]
  /// The hash in Base58. An endpoint that reports another hash serves another chain.
  package var genesisHash: String?

  package init(network: String, endpoints: [String], genesisHash: String? = nil) {
    self.network = network
    self.endpoints = endpoints
    self.genesisHash = genesisHash
  }
}
