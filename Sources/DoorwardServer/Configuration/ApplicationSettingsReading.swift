import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import JOSE

extension ApplicationSettings {
  /// Reads one member of `applications`.
  init(
    _ source: ConfigurationReader, near: [NEARNetworkSettings]
  ) {
    var reader = source
    let given = reader.requiredString("id")
    self.init(id: given ?? "")
    if let given, !(1...64).contains(given.utf8.count) || !given.utf8.allSatisfy(Self.isIDUnit) {
      reader.refuse("id", "is letters, digits, dashes, dots and underscores, 64 at most")
    }
    name = reader.string("name")
    if let name, !Self.isName(name) {
      reader.refuse(
        "name", "is one line of up to 120 characters: it is shown inside the message that the user signs")
    }
    audience = reader.string("audience")
    methods = reader.strings("methods")
    for method in methods ?? [] where !SignInMethods.names.map(\.rawValue).contains(method) {
      let known = SignInMethods.names.map(\.rawValue).joined(separator: ", ")
      reader.refuse("methods", "\"\(method)\" is not a way to sign in; known are \(known)")
    }
    if var ethereum = reader.object("ethereum") { readEthereum(&ethereum) }
    if var object = reader.object("near") {
      nearNetworks = object.strings("networks")
      nearRecipient = object.string("recipient")
      nearCallbackURLs = object.strings("callback_urls")
      for network in nearNetworks ?? [] where !near.contains(where: { $0.network == network }) {
        object.refuse("networks", "\"\(network)\" has no endpoints; name them under near.\(network).rpc")
      }
      object.finish()
    }
    origins = reader.strings("origins")
    for origin in origins ?? [] where WebOrigin(origin).map({ "\($0)" }) != origin {
      reader.refuse("origins", "\"\(origin)\" is not an origin: scheme, host and port, nothing more")
    }
    if var terms = reader.object("terms") {
      termsURL = terms.string("terms_url")
      privacyURL = terms.string("privacy_url")
      terms.finish()
    }
    readClient(&reader)
    reader.finish(hints: [
      "client_secret": """
      The server keeps no secret, only its hash: run `doorward admin application secret`, put the \
      client_secret_hash that it prints here and give the client_secret to the client
      """
    ])
  }

  private mutating func readEthereum(_ ethereum: inout ConfigurationReader) {
    domains = ethereum.strings("domains")
    uris = ethereum.strings("uris")
    chains = ethereum.integers("chains")
    statement = ethereum.string("statement")
    linkStatement = ethereum.string("link_statement")
    moveStatement = ethereum.string("move_statement")
    ethereum.requireMessageParts(.domain, domains ?? [], "domains")
    ethereum.requireMessageParts(.uri, uris ?? [], "uris")
    ethereum.requireMessageParts(.statement, statement.map { [$0] } ?? [], "statement")
    ethereum.requireMessageParts(.statement, linkStatement.map { [$0] } ?? [], "link_statement")
    ethereum.requireMessageParts(.statement, moveStatement.map { [$0] } ?? [], "move_statement")
    if chains?.contains(0) == true { ethereum.refuse("chains", "0 is no EIP-155 chain id") }
    ethereum.finish()
  }

  private mutating func readClient(_ reader: inout ConfigurationReader) {
    redirectURIs = reader.redirectURIs(reader.strings("redirect_uris"), "redirect_uris")
    postLogoutRedirectURIs = reader.redirectURIs(
      reader.strings("post_logout_redirect_uris"), "post_logout_redirect_uris")
    if let text = reader.string("client_secret_hash") {
      clientSecret = ClientSecret.Hash(text)
      if clientSecret == nil {
        reader.refuse(
          "client_secret_hash", "is what `doorward admin application secret` prints, 43 characters")
      }
    }
    deviceAuthorization = reader.bool("device_authorization")
    if let name = reader.string("id_token_signed_response_alg") {
      idTokenAlgorithm = SigningKeySchedule.algorithms.first { $0.rawValue == name }
      if idTokenAlgorithm == nil {
        let known = SigningKeySchedule.algorithms.map(\.rawValue).joined(separator: " or ")
        reader.refuse("id_token_signed_response_alg", "is \(known)")
      }
    }
    if let names = reader.strings("scopes") {
      for name in names where Scope(rawValue: name) == nil {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        reader.refuse("scopes", "\"\(name)\" is not known; known are \(known)")
      }
      let scopes = Scopes(Set(names.compactMap(Scope.init(rawValue:))))
      if clientSecret != nil, scopes.contains(.account) {
        reader.refuse("scopes", "\"account\" is for the server's own apps, which have no secret")
      }
      self.scopes = scopes
    }
  }

  /// Whether a name has no characters that break lines or change the direction of text.
  private static func isName(_ text: String) -> Bool {
    (1...120).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
          && !$0.properties.isBidiControl
      }
  }

  private static func isIDUnit(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
