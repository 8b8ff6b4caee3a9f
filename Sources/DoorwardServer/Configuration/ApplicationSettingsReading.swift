import JOSE

extension ApplicationSettings {
  /// Reads one member of `applications`.
  init(
    _ source: ConfigurationReader, chains: [UInt64: String], near: [ServerConfiguration.NEARNetworkSettings]
  ) throws(ConfigurationError) {
    var reader = source
    self.init(id: try reader.requiredString("id"))
    guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(Self.isIDUnit) else {
      throw reader.invalid("id", "is letters, digits, dashes, dots and underscores, 64 at most")
    }
    name = try reader.string("name")
    guard name.map(Self.isName) ?? true else {
      throw reader.invalid(
        "name",
        "is one line of up to 120 characters: it stands in what people sign, among lines of the server")
    }
    audience = try reader.string("audience")
    methods = try reader.strings("methods")
    for method in methods ?? [] where !SignInMethodName.all.map(\.rawValue).contains(method) {
      let known = SignInMethodName.all.map(\.rawValue).joined(separator: ", ")
      throw reader.invalid("methods", "\"\(method)\" is not a way to sign in; known are \(known)")
    }
    if var ethereum = try reader.object("ethereum") {
      domains = try ethereum.strings("domains")
      uris = try ethereum.strings("uris")
      self.chains = try ethereum.integers("chains")
      statement = try ethereum.string("statement")
      linkStatement = try ethereum.string("link_statement")
      moveStatement = try ethereum.string("move_statement")
      try ethereum.requireMessageParts(.domain, domains ?? [], "domains")
      try ethereum.requireMessageParts(.uri, uris ?? [], "uris")
      try ethereum.requireMessageParts(.statement, statement.map { [$0] } ?? [], "statement")
      try ethereum.requireMessageParts(.statement, linkStatement.map { [$0] } ?? [], "link_statement")
      try ethereum.requireMessageParts(.statement, moveStatement.map { [$0] } ?? [], "move_statement")
      for chain in self.chains ?? [] where chain == 0 {
        throw ethereum.invalid("chains", "0 is no EIP-155 chain id")
      }
      try ethereum.finish()
    }
    if var object = try reader.object("near") {
      nearNetworks = try object.strings("networks")
      nearRecipient = try object.string("recipient")
      nearCallbackURLs = try object.strings("callback_urls")
      for network in nearNetworks ?? [] where !near.contains(where: { $0.network == network }) {
        throw object.invalid(
          "networks", "\"\(network)\" has no endpoints; name them under near.\(network).rpc")
      }
      try object.finish()
    }
    origins = try reader.strings("origins")
    for origin in origins ?? [] where WebOrigin(origin).map({ "\($0)" }) != origin {
      throw reader.invalid("origins", "\"\(origin)\" is not an origin: scheme, host and port, nothing more")
    }
    if var terms = try reader.object("terms") {
      termsURL = try terms.string("terms_url")
      privacyURL = try terms.string("privacy_url")
      try terms.finish()
    }
    try readClient(&reader)
    try reader.finish()
  }

  private mutating func readClient(_ reader: inout ConfigurationReader) throws(ConfigurationError) {
    redirectURIs = try reader.redirectURIs(try reader.strings("redirect_uris"), "redirect_uris")
    postLogoutRedirectURIs = try reader.redirectURIs(
      try reader.strings("post_logout_redirect_uris"), "post_logout_redirect_uris")
    if let text = try reader.string("client_secret_hash") {
      guard let hash = ClientSecret.Hash(text) else {
        throw reader.invalid(
          "client_secret_hash", "is what `doorward admin application secret` prints, 43 characters")
      }
      clientSecret = hash
    }
    deviceAuthorization = try reader.bool("device_authorization")
    if let name = try reader.string("id_token_signed_response_alg") {
      guard let algorithm = JWSAlgorithm(rawValue: name), SigningKeySchedule.algorithms.contains(algorithm)
      else {
        let known = SigningKeySchedule.algorithms.map(\.rawValue).joined(separator: " or ")
        throw reader.invalid("id_token_signed_response_alg", "is \(known)")
      }
      idTokenAlgorithm = algorithm
    }
    if let names = try reader.strings("scopes") {
      for name in names where Scope(rawValue: name) == nil {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw reader.invalid("scopes", "\"\(name)\" is not known; known are \(known)")
      }
      let scopes = Scopes(Set(names.compactMap(Scope.init(rawValue:))))
      guard clientSecret == nil || !scopes.contains(.account) else {
        throw reader.invalid("scopes", "\"account\" is for the server's own apps, which have no secret")
      }
      self.scopes = scopes
    }
  }

  /// Whether a name leaves the line that it stands in, and the direction it is read in, as they are.
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
