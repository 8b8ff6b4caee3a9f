import Foundation

/// TCP on this machine, as the system has it.
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

  /// Listens on a port that nobody has.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = make()
    var address = address(0)
    guard descriptor >= 0, with(&address, { bind(descriptor, $0, $1) }) == 0,
      Foundation.listen(descriptor, 128) == 0, with(&address, { getsockname(descriptor, $0, &$1) }) == 0
    else { throw Failure(number: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil when it listens no more.
  static func accept(_ listener: Int32) -> Int32? {
    let descriptor = Foundation.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    // A process that is started from now on has no part in it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Ends a connection, also where a process that was being started as it came has a part in it.
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

  /// Sends all of it; false when the other side has gone.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        // The other side may have gone: that is no reason for a signal.
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// What has come, up to a count; nothing at the end.
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
