/// One server of a list. libpq tries the servers in order but has no time limit for each of them, if the caller waits for
/// the sockets. So this module tries them.
struct ServerAddress: Sendable, Equatable, CustomStringConvertible {
  /// A name, an address, or the folder of a Unix socket; empty for libpq's default socket.
  let host: String
  /// The address to use instead of the one that belongs to the name; empty if there is none.
  let address: String
  let port: String

  /// The servers in libpq's options (https://www.postgresql.org/docs/current/libpq-connect.html, "Specifying Multiple
  /// Hosts").
  ///
  /// - Throws: ``PostgreSQLSettingsError/Code/malformed`` if the lists have different lengths or a port is not a number.
  static func list(_ options: [String: String]) throws(PostgreSQLSettingsError) -> [ServerAddress] {
    let hosts = parts(options["host"])
    let addresses = parts(options["hostaddr"])
    let ports = parts(options["port"])
    let count = max(hosts.count, addresses.count)
    let fits = { (list: [String]) in list.count == count || list.count == 1 }
    guard fits(hosts), fits(addresses), fits(ports) else {
      throw PostgreSQLSettingsError(
        .malformed, "the lists of hosts, addresses and ports of the database have different lengths")
    }
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) ?? 0 > 0 }) else {
      throw PostgreSQLSettingsError(.malformed, "the port of the database must be a number from 1 to 65535")
    }
    return (0..<count).map { index in
      let part = { (list: [String]) in list[list.count == count ? index : 0] }
      return ServerAddress(host: part(hosts), address: part(addresses), port: part(ports))
    }
  }

  private static func parts(_ list: String?) -> [String] {
    (list ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether no packet of the connection leaves this machine.
  var isLocal: Bool {
    let target = address.isEmpty ? host : address
    if target.isEmpty || target.hasPrefix("/") || target.hasPrefix("@") { return true }
    return target == "localhost" || target == "::1" || Self.isLoopback(target)
  }

  /// 127.0.0.0/8 in the usual form with four numbers.
  private static func isLoopback(_ target: String) -> Bool {
    let numbers = target.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  var description: String {
    let name = host.isEmpty ? address : host
    if name.isEmpty { return "[local]:\(port)" }
    return name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
  }
}
