import DoorwardServerRules
import DoorwardSessions
import DoorwardWire
package import Encodings
import SignInWithEthereum

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

extension EthereumOffer {
  /// Reads `ethereum` of an application.
  init(_ application: inout ConfigurationReader, _ context: OfferContext) {
    // The wallet's message allows fewer characters than a name does (EIP-4361 §ABNF).
    let name =
      context.names.first { EthereumMessagePart.statement.flaw($0) == nil } ?? context.names.last ?? ""
    domains = context.origins.map(\.authority)
    uris = context.origins.flatMap { ["\($0)", "\($0)/"] }
    var ids: [UInt64] = [1]
    statement = EthereumStatement.text(WirePurpose.signIn, at: name)
    linkStatement = EthereumStatement.text(WirePurpose.link, at: name)
    moveStatement = EthereumStatement.text(WirePurpose.move, at: name)
    if var reader = application.object("ethereum") {
      domains = reader.messageParts(.domain, "domains") ?? domains
      uris = reader.messageParts(.uri, "uris") ?? uris
      statement = reader.statement("statement") ?? statement
      linkStatement = reader.statement("link_statement") ?? linkStatement
      moveStatement = reader.statement("move_statement") ?? moveStatement
      ids = reader.integers("chains") ?? ids
      if ids.contains(0) { reader.refuse("chains", "0 is not an EIP-155 chain id") }
      reader.finish()
    }
    let settings = context.settings[EthereumSettings.self] ?? EthereumSettings()
    chains = ids.map(settings.chain)
  }
}

extension ConfigurationReader {
  /// Reads texts that become parts of a message. A text that the message cannot contain would make each sign-in fail.
  fileprivate mutating func messageParts(_ part: EthereumMessagePart, _ name: String) -> [String]? {
    let texts = strings(name)
    for text in texts ?? [] { requirePart(part, text, name: name) }
    return texts
  }

  fileprivate mutating func statement(_ name: String) -> String? {
    let text = string(name)
    if let text { requirePart(.statement, text, name: name) }
    return text
  }

  private func requirePart(_ part: EthereumMessagePart, _ text: String, name: String) {
    guard let flaw = part.flaw(text) else { return }
    refuse(name, "an EIP-4361 message cannot contain \"\(text)\". \(flaw.reason)")
  }
}

/// A part of an EIP-4361 message that comes from the configuration.
enum EthereumMessagePart {
  case domain, uri, statement

  /// The reason why a message cannot contain `text` in this part; nil if it can.
  ///
  /// A statement is ASCII without quotes (EIP-4361 §ABNF), so it cannot contain a name such as "Müller".
  func flaw(_ text: String) -> SIWEError? {
    var fields = SIWEFields(
      domain: "example.com", address: "0x0000000000000000000000000000000000000000",
      uri: "https://example.com", chainID: 1, nonce: "00000000", issuedAt: "2026-01-01T00:00:00Z")
    switch self {
    case .domain: fields.domain = text
    case .uri: fields.uri = text
    case .statement: fields.statement = text
    }
    do {
      _ = try SIWEMessage(fields)
      return nil
    } catch {
      return error
    }
  }
}

/// The server's settings of the method: the names of chains.
struct EthereumSettings: Sendable {
  private var names: [UInt64: String] = [
    1: "Ethereum", 10: "OP Mainnet", 56: "BNB Smart Chain", 100: "Gnosis", 137: "Polygon", 8453: "Base",
    42161: "Arbitrum One", 11_155_111: "Sepolia",
  ]

  /// The names of well-known chains.
  init() {}

  /// Reads `chains`.
  init(_ configuration: inout ConfigurationReader) {
    for var chain in configuration.objects("chains") ?? [] {
      let id = chain.requiredInteger("id", in: 1...Int64.max)
      let name = chain.requiredString("name")
      chain.finish()
      if let id, let name { names[UInt64(id)] = name }
    }
  }

  func chain(_ id: UInt64) -> EthereumChain { EthereumChain(id: id, name: names[id] ?? "Chain \(id)") }
}
