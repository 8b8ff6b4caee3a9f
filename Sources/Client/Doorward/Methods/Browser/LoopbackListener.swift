#if os(Linux) || os(macOS)
  internal import Dispatch
  internal import Foundation

  /// Listens on this machine for the request with which a browser returns (RFC 8252 §7.3).
  ///
  /// Any program on this machine can connect. A request that is too large, too slow or of another kind gets an error and
  /// does not end the sign-in.
  // Unchecked: `isClosed` is accessed under the lock; everything else never changes.
  final class LoopbackListener: @unchecked Sendable {
    /// The address that the browser returns to.
    let redirectURI: String
    private let port: UInt16
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "Doorward loopback redirect", attributes: .concurrent)
    private let lock = NSLock()
    private var isClosed = false
    /// The number of connections at the same time.
    private let places = DispatchSemaphore(value: 16)

    /// Starts to listen on a free port.
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
          reason: "The browser could not return to this machine: \(reason).",
          recoverySuggestion: "Try again, or sign in with a code on another device.")
      }
      self.descriptor = descriptor
      port = UInt16(bigEndian: address.sin_port)
      redirectURI = "http://127.0.0.1:\(port)/callback"
    }

    /// Answers every request, and passes on the URLs that a predicate accepts.
    func answer(
      _ isIt: @escaping @Sendable (URL) -> Bool, with tell: @escaping @Sendable (URL) -> Void
    ) {
      Thread.detachNewThread { [self] in
        // Closing a socket does not wake accept(2) on every system.
        while !lock.withLock({ isClosed }) {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&waiting, 1, 200) > 0 else { continue }
          let connection = accept(descriptor, nil, nil)
          guard connection >= 0 else {
            // The machine lacks a resource, and a retry at once would fail too.
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

    /// Ends the thread that listens.
    func close() { lock.withLock { isClosed = true } }

    // The thread holds a reference, so it has ended or never started.
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
