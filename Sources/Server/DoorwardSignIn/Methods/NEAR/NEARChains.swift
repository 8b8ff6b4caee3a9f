import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardStore
import Encodings
package import NEAR

/// The connections of this server to NEAR networks, by network.
package struct NEARChains: Sendable {
  private let checkers: [String: NEARAccessKeyChecker]

  package init(_ networks: [NEARNetworkSettings], isDevelopment: Bool, logger: Logger) {
    var checkers: [String: NEARAccessKeyChecker] = [:]
    for settings in networks {
      let network = settings.network
      checkers[network] = NEARAccessKeyChecker(
        client: NEARRPCClient(settings, isDevelopment: isDevelopment) { failure in
          logger.log(
            .warning, "a NEAR endpoint did not answer",
            [
              "network": .string(network), "endpoint": .integer(failure.endpoint + 1),
              "error": .string(failure.codeName),
            ])
        },
        acceptsDerivationWhenUnreachable: isDevelopment)
    }
    self.checkers = checkers
  }

  package subscript(network: String) -> NEARAccessKeyChecker? { checkers[network] }
}

extension NEARRPCClient {
  /// The connection to a network with these settings.
  package init(
    _ settings: NEARNetworkSettings, isDevelopment: Bool, timeout: Duration = .seconds(5),
    onFailure: @escaping @Sendable (NEARRPCFailure) -> Void
  ) {
    let isSandbox =
      isDevelopment
      && settings.endpoints.allSatisfy { WebOrigin(prefixOf: $0)?.isLoopback == true }
    let http = OutgoingHTTPClient(
      OutgoingHTTPConfiguration(allowPrivateAddresses: settings.allowsPrivateAddresses || isSandbox))
    let transport = NEARRPCTransport { url, body, timeout in
      let response = try await http.send(
        OutgoingRequest(
          method: .post, url: url, fields: ["Content-Type": "application/json"], body: body,
          timeout: .seconds(timeout)))
      return (response.status, response.body)
    }
    // A local sandbox has its own genesis and makes blocks at any time.
    self.init(
      endpoints: settings.endpoints, transport: transport, timeout: timeout,
      genesisHash: isSandbox ? nil : settings.genesisHash, maximumBlockAge: isSandbox ? nil : .seconds(120),
      onFailure: onFailure)
  }
}
