import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem
import Foundation

/// A client that writes bytes, so that tests can send requests that no library would send.
///
/// Every blocking call runs on the client's own queue, so the cooperative pool stays free for the server under test.
/// A read without data ends after ``WaitLimit``, so that a test fails instead of hanging.
final class RawClient: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw client")
  /// Received bytes that are not consumed yet.
  private let received = Monitor<[UInt8]>([])

  /// Connects, from the given local address if there is one.
  init(to address: SocketAddress, from source: IPAddress? = nil) throws {
    descriptor = TestSocket.make(address.address.family)
    TestSocket.limit(descriptor)
    if let source {
      let bound = Self.withSockaddr(SocketAddress(address: source, port: 0)) { bind(descriptor, $0, $1) }
      guard bound == 0 else { throw Failure(description: "bind: \(String(cString: strerror(errno)))") }
    }
    guard Self.withSockaddr(address, { connect(descriptor, $0, $1) }) == 0 else {
      // `deinit` closes the socket: every member is initialized here.
      throw Failure(description: "connect: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Writes all bytes.
  /// - Returns: whether the write succeeded.
  @discardableResult
  func send(_ text: String) async -> Bool {
    await send(Array(text.utf8))
  }

  /// Writes all bytes.
  /// - Returns: whether the write succeeded.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await onQueue { TestSocket.send(bytes, to: $0) }
  }

  /// Closes the writing side.
  func finishWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Waits up to `milliseconds` for data or the end of the stream.
  func hasSomethingToRead(within milliseconds: Int32) async -> Bool {
    await onQueue { descriptor in
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&event, 1, milliseconds) > 0
    }
  }

  /// The next response; `nil` if the server closes first.
  func response(toHEAD isHEAD: Bool = false) async throws -> RawResponse? {
    while true {
      let parsed = try received.withLock { bytes in
        try RawResponse.parse(&bytes, isHEAD: isHEAD)
      }
      if let parsed { return parsed }
      guard await receiveMore() else { return nil }
    }
  }

  /// All bytes until the server closes; `nil` if it does not close in time.
  func readToEnd() async -> [UInt8]? {
    while await receiveMore() {}
    let isOver = received.withLock { _ in isAtEnd.withLock { $0 } }
    return isOver ? received.withLock { $0 } : nil
  }

  private let isAtEnd = Monitor(false)

  private func receiveMore() async -> Bool {
    let bytes: [UInt8]? = await onQueue { descriptor in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      return Array(buffer.prefix(max(count, 0)))
    }
    guard let bytes else { return false }
    received.withLock { $0 += bytes }
    if bytes.isEmpty { isAtEnd.withLock { $0 = true } }
    return !bytes.isEmpty
  }

  private func onQueue<Value: Sendable>(_ work: @escaping @Sendable (Int32) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self.descriptor)) }
    }
  }

  private static func withSockaddr<Result>(
    _ address: SocketAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    if address.address.family == .v4 {
      var v4 = sockaddr_in()
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &v4.sin_addr) { $0.copyBytes(from: address.address.bytes) }
      return withUnsafePointer(to: &v4) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var v6 = sockaddr_in6()
    v6.sin6_family = sa_family_t(AF_INET6)
    v6.sin6_port = address.port.bigEndian
    withUnsafeMutableBytes(of: &v6.sin6_addr) { $0.copyBytes(from: address.address.bytes) }
    return withUnsafePointer(to: &v6) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }
}
