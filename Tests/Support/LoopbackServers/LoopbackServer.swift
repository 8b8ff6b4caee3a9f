internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Another server on this machine. It answers every request of a path with the same bytes.
package final class LoopbackServer: Sendable {
  package let port: UInt16
  private let descriptor: Int32

  /// - Parameter answers: The bytes of a response for each path; another path is 404.
  /// - Throws: ``NoPort`` if there is no free port.
  package init(_ answers: [String: [UInt8]] = [:]) throws {
    let descriptor = LoopbackSocket.make()
    self.descriptor = descriptor
    var address = LoopbackSocket.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw NoPort() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { Self.serve(descriptor, answers) }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  package struct NoPort: Error {}

  package var origin: String { "http://127.0.0.1:\(port)" }

  /// The bytes of a complete response.
  package static func response(_ body: [UInt8], status: Int = 200, fields: [String] = []) -> [UInt8] {
    let head = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)", "Connection: close"] + fields
    return [UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private static func serve(_ descriptor: Int32, _ answers: [String: [UInt8]]) {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      var request: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4096)
      // A short body arrives with the header or directly after it, and is ignored.
      while request.firstRange(of: [13, 10, 13, 10]) == nil {
        let count = recv(connection, &part, part.count, 0)
        guard count > 0 else { break }
        request += part[..<count]
      }
      let target = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first.map(
        String.init)
      let answer = answers[target ?? ""] ?? response([], status: 404)
      _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
      shutdown(connection, Int32(SHUT_WR))
      // Closing with unread bytes would reset the connection before the client has read the answer.
      while recv(connection, &part, part.count, 0) > 0 {}
    }
  }
}

#if canImport(Darwin)
  private let noSignal: Int32 = 0
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
#endif
