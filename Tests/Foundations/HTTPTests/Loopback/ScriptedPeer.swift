import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem
import Foundation

/// A server that sends scripted bytes, which need not be HTTP. Each connection has its own thread.
final class ScriptedPeer: Sendable {
  /// One connection on its own thread. Its calls block.
  struct Connection: Sendable {
    fileprivate let descriptor: Int32
    /// The number of this connection, from 0.
    let number: Int

    /// Writes all bytes; `false` if the client has closed.
    func send(_ text: String) -> Bool {
      TestSocket.send(Array(text.utf8), to: descriptor)
    }

    /// Whether the client closes, or sends something, within `milliseconds`.
    func isClosed(within milliseconds: Int32) -> Bool {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&event, 1, milliseconds) > 0
    }

    /// Reads one request without a body; `false` at the end.
    func readRequest() -> Bool {
      var tail: [UInt8] = []
      var byte: UInt8 = 0
      while tail.suffix(4) != Array("\r\n\r\n".utf8)[...] {
        guard recv(descriptor, &byte, 1, 0) == 1 else { return false }
        tail = tail.suffix(3) + [byte]
      }
      return true
    }
  }

  let url: String
  private let isOver = Monitor(false)

  /// A peer that runs `script` for each connection that has sent data.
  init(_ script: @escaping @Sendable (Connection) -> Void) throws {
    let listener = TestSocket.make(.v4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    guard isListening else { throw RawClient.Failure(description: "listen: \(errno)") }
    let isStarted = BackgroundThread.start { [isOver] in
      // The thread that accepts also closes the socket. If another thread closed it, a new listener could get the same
      // descriptor number, and this thread would accept its connections.
      defer { close(listener) }
      var number = 0
      while !isOver.withLock({ $0 }) {
        var next = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&next, 1, 100) > 0 else { continue }
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0 else { return }
        TestSocket.limit(accepted)
        let connection = Connection(descriptor: accepted, number: number)
        number += 1
        _ = BackgroundThread.start {
          var first = pollfd(fd: accepted, events: Int16(POLLIN), revents: 0)
          _ = poll(&first, 1, WaitLimit.milliseconds)
          script(connection)
          // Reads the remaining bytes, because closing with unread data would reset the connection.
          shutdown(accepted, Int32(SHUT_WR))
          var rest = [UInt8](repeating: 0, count: 65_536)
          while recv(accepted, &rest, rest.count, 0) > 0 {}
          close(accepted)
        }
      }
    }
    guard isStarted else { throw RawClient.Failure(description: "no thread") }
  }

  deinit { isOver.withLock { $0 = true } }
}
