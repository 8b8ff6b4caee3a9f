import Foundation

/// A TCP socket of this machine.
enum LoopbackSocket {
  struct Failure: Error { let number: Int32 }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func make() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func with<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
  ) -> Result {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }

  /// Listens on a free port.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = make()
    var address = address(0)
    guard descriptor >= 0, with(&address, { bind(descriptor, $0, $1) }) == 0,
      Foundation.listen(descriptor, 128) == 0, with(&address, { getsockname(descriptor, $0, &$1) }) == 0
    else { throw Failure(number: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil after the listener was closed.
  static func accept(_ listener: Int32) -> Int32? {
    let descriptor = Foundation.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    // Processes that are started later do not inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Ends a connection, also if a process that was starting at that time has inherited it.
  static func end(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_RDWR))
    close(connection)
  }

  static func connect(_ port: UInt16) -> Int32? {
    guard port != 0 else { return nil }
    let descriptor = make()
    var address = address(port)
    guard descriptor >= 0, with(&address, { Foundation.connect(descriptor, $0, $1) }) == 0 else { return nil }
    return descriptor
  }

  /// Sends all bytes; false if the other side has closed the connection.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        // No signal if the other side has closed the connection.
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The received bytes, up to a count; empty at the end.
  static func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    let got = Foundation.read(descriptor, &block, count)
    return got > 0 ? Array(block[..<got]) : []
  }

  static func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let part = read(descriptor, 1 << 16), !part.isEmpty { bytes += part }
    return bytes
  }
}
