import DoorwardSessions
import DoorwardWire
package import Encodings

/// The values that an Ethereum message of an application may contain.
package struct EthereumOffer: MethodOffer, Equatable {
  /// Exact EIP-4361 domains.
  package var domains: [String]
  /// Exact EIP-4361 URIs.
  package var uris: [String]
  package var chains: [EthereumChain]
  package var statement: String
  package var linkStatement: String
  package var moveStatement: String

  package var settings: JSONObject {
    [
      "domains": .strings(domains), "uris": .strings(uris),
      "chains": .array(chains.map { .integer($0.id) }), "statement": .string(statement),
      "link_statement": .string(linkStatement), "move_statement": .string(moveStatement),
    ]
  }

  package func narrowed(to client: EthereumOffer) -> EthereumOffer? {
    var narrowed = self
    narrowed.statement = client.statement
    narrowed.chains.removeAll { !client.chains.contains($0) }
    return narrowed.chains.isEmpty ? nil : narrowed
  }

  func statement(for purpose: ProofContext.Purpose) -> String {
    switch purpose {
    case .signIn: statement
    case .link: linkStatement
    case .move: moveStatement
    }
  }

  /// The chains as `GET /v1/config` and the hosted page list them.
  var chainList: JSONValue {
    .array(
      chains.map {
        [ConfigurationMembers.chainID: .integer($0.id), ConfigurationMembers.chainName: .string($0.name)]
      })
  }
}

/// An EIP-155 chain with its name.
package struct EthereumChain: Sendable, Equatable {
  package let id: UInt64
  package let name: String
}
