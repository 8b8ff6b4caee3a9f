package import DoorwardHTTP
package import DoorwardHTTPTypes

extension ConfigurationReader {
  package mutating func address(_ name: String) -> SocketAddress? {
    guard let text = string(name) else { return nil }
    guard let address = SocketAddress(text) else {
      refuse(name, "\"\(text)\" is not an address and port, like 127.0.0.1:8787 or [::1]:8787")
      return nil
    }
    return address
  }

  /// An address with a port, or `localhost` with a port, which stands for both loopback addresses.
  package mutating func listener(_ name: String) -> (address: SocketAddress, isLocalhost: Bool)? {
    guard let text = string(name) else { return nil }
    let isLocalhost = text.hasPrefix("localhost:")
    guard let address = SocketAddress(isLocalhost ? "127.0.0.1" + text.dropFirst("localhost".count) : text)
    else {
      refuse(
        name, "\"\(text)\" is not an address and port, like localhost:8787, 127.0.0.1:8787 or [::1]:8787")
      return nil
    }
    return (address, isLocalhost)
  }

  package mutating func origin(_ name: String) -> WebOrigin? {
    guard let text = string(name) else { return nil }
    guard let origin = WebOrigin(text) else {
      refuse(name, "\"\(text)\" is not an origin, like https://accounts.example.com")
      return nil
    }
    return origin
  }

  package mutating func logLevel(_ name: String) -> Logger.Level? {
    guard let text = string(name) else { return nil }
    let level = Logger.Level(rawValue: text)
    if level == nil {
      refuse(
        name, "must be one of \(Logger.Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))")
    }
    return level
  }

  package mutating func networks(_ name: String) -> [IPNetwork] {
    var networks: [IPNetwork] = []
    for text in strings(name) ?? [] {
      if let network = IPNetwork(text) {
        networks.append(network)
      } else {
        refuse(name, "\"\(text)\" is not a network, like 10.0.0.0/8")
      }
    }
    return networks
  }
}
