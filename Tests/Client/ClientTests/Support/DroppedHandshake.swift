import Foundation

/// A server on this machine that ends every connection before TLS has begun.
final class DroppedHandshake: Sendable {
  /// The moment at which a connection ends.
  enum When: CaseIterable {
    /// At once.
    case atOnce
    /// After the ClientHello (RFC 8446 §4.1.2).
    case afterHello
    /// After the ClientHello, by a reset of the connection.
    case byReset
  }

  let origin: String
  private let listener: Int32

  init(_ when: When, saying bytes: [UInt8] = []) throws {
    let (listener, port) = try LoopbackSocket.listen()
    self.listener = listener
    origin = "https://127.0.0.1:\(port)"
    Thread.detachNewThread {
      while let client = LoopbackSocket.accept(listener) {
        if when != .atOnce { _ = LoopbackSocket.read(client, 1 << 16) }
        _ = LoopbackSocket.send(bytes, to: client)
        if when == .byReset {
          var now = linger(l_onoff: 1, l_linger: 0)
          setsockopt(client, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        close(client)
      }
      close(listener)
    }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}
