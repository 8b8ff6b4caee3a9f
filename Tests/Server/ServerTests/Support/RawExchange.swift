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
    try await onQueue {
      let descriptor = try connected(to: address)
      defer { close(descriptor) }
      try write(Array(text.utf8), to: descriptor)
      return try readToEnd(descriptor)
    }
  }

  /// Sends a head with `Expect: 100-continue`, and the body after the server has asked for it.
  ///
  /// - Parameters:
  ///   - head: the head.
  ///   - body: the body.
  ///   - address: the address of the server.
  ///   - step: runs before the body is sent.
  /// - Returns: all bytes that the server sent after its request for the body.
  /// - Throws: ``Failure`` if the server does not ask for the body, or does not close within a minute.
  static func send(
    _ head: String, continuingWith body: [UInt8], to address: SocketAddress,
    after step: () async throws -> Void = {}
  ) async throws -> String {
    let descriptor = try await onQueue { try connected(to: address) }
    defer { close(descriptor) }
    try await onQueue {
      try write(Array(head.utf8), to: descriptor)
      let wanted = "HTTP/1.1 100 Continue\r\n\r\n"
      let received = try readMore(descriptor, limit: wanted.utf8.count)
      guard String(decoding: received, as: UTF8.self) == wanted else {
        throw Failure(description: "no request for the body: \(String(decoding: received, as: UTF8.self))")
      }
    }
    try await step()
    return try await onQueue {
      try write(body, to: descriptor)
      return try readToEnd(descriptor)
    }
  }

  private static func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }

  private static func connected(to address: SocketAddress) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #endif
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
    guard isConnected else {
      let failure = Failure(description: "connect: \(errno)")
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(description: "write: \(errno)")
    }
  }

  private static func readToEnd(_ descriptor: Int32) throws -> String {
    var received: [UInt8] = []
    while true {
      let bytes = try readMore(descriptor, limit: 65_536)
      guard !bytes.isEmpty else { return String(decoding: received, as: UTF8.self) }
      received += bytes
    }
  }

  private static func readMore(_ descriptor: Int32, limit: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &buffer, limit)
    guard count >= 0 else { throw Failure(description: "the server has not closed: \(errno)") }
    return Array(buffer.prefix(count))
  }
}
