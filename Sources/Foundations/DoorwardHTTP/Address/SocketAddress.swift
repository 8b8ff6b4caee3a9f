public import DoorwardHTTPTypes

/// An address and a port of a listener: `127.0.0.1:8787`, `[::1]:8787`.
public struct SocketAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The address.
  public var address: IPAddress
  /// The port; 0 lets the system choose one.
  public var port: UInt16

  public init(address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Parses `ADDRESS:PORT`. An IPv6 address must be in brackets.
  public init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = text[text.utf8.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard host.utf8.contains(UInt8(ascii: ":")) == isBracketed, let address = IPAddress(String(host)) else {
      return nil
    }
    self.init(address: address, port: port)
  }

  public var description: String {
    address.family == .v6 ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
