#if os(Linux) || os(macOS)
  internal import Dispatch
  internal import Foundation

  /// Listens on this machine for the one request with which a browser comes back (RFC 8252 §7.3).
  ///
  /// Anybody on this machine can connect: whoever sends too much, too slowly, or something else gets an error and
  /// ends nothing.
  // Unchecked: `isClosed` is touched under the lock alone; everything else never changes.
  final class LoopbackListener: @unchecked Sendable {
    /// What the browser is told to come back to.
    let redirectURI: String
    private let port: UInt16
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "Doorward loopback redirect", attributes: .concurrent)
    private let lock = NSLock()
    private var isClosed = false
    /// This many are listened to at once.
    private let places = DispatchSemaphore(value: 16)

    /// Begins to listen, at a port that is free.
    ///
    /// - Throws: ``DoorwardError`` `no_listener`.
    init() throws(DoorwardError) {
      #if os(Linux)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          descriptor >= 0 && bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard isListening else {
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { Self.end(descriptor) }
        throw DoorwardError(
          code: .noListener,
          reason: "The browser could not come back to this machine: \(reason).",
          recoverySuggestion: "Try again, or sign in with a code on another device.")
      }
      self.descriptor = descriptor
      port = UInt16(bigEndian: address.sin_port)
      redirectURI = "http://127.0.0.1:\(port)/callback"
    }

    /// Answers whoever comes, and tells of those that a test takes.
    func answer(
      _ isIt: @escaping @Sendable (URL) -> Bool, with tell: @escaping @Sendable (URL) -> Void
    ) {
      Thread.detachNewThread { [self] in
        // Not every system wakes who waits in accept(2) when the socket is closed.
        while !lock.withLock({ isClosed }) {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&waiting, 1, 200) > 0 else { continue }
          let connection = accept(descriptor, nil, nil)
          guard connection >= 0 else {
            // Whatever it is that this machine has too little of, it will not have more at once.
            usleep(50_000)
            continue
          }
          places.wait()
          queue.async { [self] in
            serve(connection, isIt, tell)
            Self.end(connection)
            places.signal()
          }
        }
      }
    }

    /// Ends the waiting of the thread that listens.
    func close() { lock.withLock { isClosed = true } }

    // The thread is done with it, or was never there.
    deinit { Self.end(descriptor) }

    private static func end(_ descriptor: Int32) { Foundation.close(descriptor) }

    private func serve(
      _ connection: Int32, _ isIt: @Sendable (URL) -> Bool, _ tell: @Sendable (URL) -> Void
    ) {
      guard let head = LoopbackRequest.read(from: connection), head.isSent(to: "127.0.0.1:\(port)"),
        let url = URL(string: "http://127.0.0.1:\(port)\(head.target)"), isIt(url)
      else {
        LoopbackPage.notFound.send(to: connection)
        return
      }
      LoopbackPage.comeBack.send(to: connection)
      tell(url)
    }
  }
#endif
