import DoorwardHTTP
import Foundation

/// Sends bytes that no HTTP library would send, and reads until the server closes.
enum RawExchange {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Returns: all bytes that the server sent.
  /// - Throws: ``Failure`` if the server does not close within a minute.
  static func send(_ text: String, to address: SocketAddress) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try exchange(text, address) }) }
    }
  }

  private static func exchange(_ text: String, _ address: SocketAddress) throws -> String {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #endif
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = address.port.bigEndian
    target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Failure(description: "connect: \(errno)") }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(description: "write: \(errno)")
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(description: "the server has not closed: \(errno)") }
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += buffer.prefix(count)
    }
  }
}
