import HTTPCore

extension ConfigurationReader {
  mutating func address(_ name: String) throws(ConfigurationError) -> SocketAddress? {
    guard let text = try string(name) else { return nil }
    guard let address = SocketAddress(text) else {
      throw invalid(name, "\"\(text)\" is not an address and port, like 127.0.0.1:8787 or [::1]:8787")
    }
    return address
  }

  mutating func origin(_ name: String) throws(ConfigurationError) -> WebOrigin? {
    guard let text = try string(name) else { return nil }
    guard let origin = WebOrigin(text) else {
      throw invalid(name, "\"\(text)\" is not an origin, like https://accounts.example.com")
    }
    return origin
  }

  mutating func logLevel(_ name: String) throws(ConfigurationError) -> Logger.Level? {
    guard let text = try string(name) else { return nil }
    guard let level = Logger.Level(rawValue: text) else {
      let names = Logger.Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw invalid(name, "must be one of \(names)")
    }
    return level
  }

  mutating func networks(_ name: String) throws(ConfigurationError) -> [IPNetwork] {
    var networks: [IPNetwork] = []
    for text in try strings(name) ?? [] {
      guard let network = IPNetwork(text) else {
        throw invalid(name, "\"\(text)\" is not a network, like 10.0.0.0/8")
      }
      networks.append(network)
    }
    return networks
  }

  func redirectURIs(_ texts: [String]?, _ name: String) throws(ConfigurationError) -> [RedirectURI]? {
    guard let texts else { return nil }
    var uris: [RedirectURI] = []
    for text in texts {
      do {
        uris.append(try RedirectURI(text))
      } catch {
        throw invalid(name, "\"\(text)\" \(error.reason)")
      }
    }
    return uris
  }
}

extension WebOrigin {
  /// The origin of a whole URL, whatever its path.
  init?(prefixOf url: String) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    let rest = url[separator.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    self.init(String(url[..<end]))
  }
}
