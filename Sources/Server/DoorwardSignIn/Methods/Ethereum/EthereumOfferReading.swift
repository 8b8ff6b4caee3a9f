import DoorwardServerRules
import DoorwardSessions
import DoorwardWire
import SignInWithEthereum

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
    for text in texts ?? [] { requirePart(part, text, name) }
    return texts
  }

  fileprivate mutating func statement(_ name: String) -> String? {
    let text = string(name)
    if let text { requirePart(.statement, text, name) }
    return text
  }

  private func requirePart(_ part: EthereumMessagePart, _ text: String, _ name: String) {
    guard let flaw = part.flaw(text) else { return }
    refuse(name, "an EIP-4361 message cannot contain \"\(text)\". \(flaw.reason)")
  }
}
