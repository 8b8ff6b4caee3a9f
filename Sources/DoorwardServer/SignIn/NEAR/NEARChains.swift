import DoorwardHTTP
package import DoorwardOutgoingHTTP
import Encodings
package import NEAR

/// The ways to the NEAR networks this server was given, by network.
struct NEARChains: Sendable {
  private let checkers: [String: NEARAccessKeyChecker]

  init(_ configuration: ServerConfiguration, http: OutgoingHTTPClient, logger: Logger) {
    var checkers: [String: NEARAccessKeyChecker] = [:]
    for settings in configuration.near {
      let network = settings.network
      checkers[network] = NEARAccessKeyChecker(
        client: NEARRPCClient(settings, in: configuration, http: http) { failure in
          logger.log(
            .warning, "a NEAR endpoint did not answer",
            [
              "network": .string(network), "endpoint": .integer(failure.endpoint + 1),
              "error": .string(failure.codeName),
            ])
        },
        acceptsDerivationWhenUnreachable: configuration.isDevelopment)
    }
    self.checkers = checkers
  }

  subscript(network: String) -> NEARAccessKeyChecker? { checkers[network] }
}

extension NEARRPCClient {
  /// The way to a network as its settings name it.
  package init(
    _ settings: ServerConfiguration.NEARNetworkSettings, in configuration: ServerConfiguration,
    http: OutgoingHTTPClient, timeout: Duration = .seconds(5),
    onFailure: @escaping @Sendable (NEARRPCFailure) -> Void
  ) {
    let transport = NEARRPCTransport { url, body, timeout in
      let response = try await http.send(
        OutgoingRequest(
          method: .post, url: url, fields: ["Content-Type": "application/json"], body: body,
          timeout: .seconds(timeout)))
      return (response.status, response.body)
    }
    // A sandbox on this machine has a genesis of its own and makes blocks when it likes.
    let isSandbox =
      configuration.isDevelopment
      && settings.endpoints.allSatisfy { WebOrigin(prefixOf: $0)?.isLoopback == true }
    self.init(
      endpoints: settings.endpoints, transport: transport, timeout: timeout,
      genesisHash: isSandbox ? nil : settings.genesisHash, maximumBlockAge: isSandbox ? nil : .seconds(120),
      onFailure: onFailure)
  }
}
