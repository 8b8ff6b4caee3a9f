#if os(Linux)
  import Foundation

  /// A software key that other processes use through a Unix socket. Each packet is one report of USB.
  final class PluggedKey: Sendable {
    struct NotPlugged: Error {}

    let path: String
    private let listener: Int32

    init(_ key: VirtualKey, at path: String) throws {
      self.path = path
      listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw NotPlugged() }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard status == 0, listen(listener, 4) == 0 else { throw NotPlugged() }
      Thread.detachNewThread { [listener] in
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          Self.serve(connection, key)
          close(connection)
        }
      }
    }

    // A thread that accepts returns then.
    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    /// Forwards reports until the other process closes the key.
    private static func serve(_ connection: Int32, _ key: VirtualKey) {
      var report = [UInt8](repeating: 0, count: 128)
      while true {
        var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, 2) == 1 {
          let count = recv(connection, &report, report.count, 0)
          guard count > 0 else { return }
          key.write(Array(report[..<count]))
        }
        while let answer = key.read(within: 0) {
          guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
        }
      }
    }
  }
#endif
