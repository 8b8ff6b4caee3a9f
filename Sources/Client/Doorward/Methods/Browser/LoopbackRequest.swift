#if os(Linux) || os(macOS)
  internal import Foundation

  /// The head of a request to the loopback listener.
  struct LoopbackRequest {
    /// The path and the query.
    let target: String
    private let hosts: [String]

    private static let longest = 8192
    private static let patience: TimeInterval = 5

    /// Reads a head; nil for any other text, for a head that is too long, and for a head that takes too long.
    static func read(from connection: Int32) -> LoopbackRequest? {
      var time = timeval(tv_sec: 1, tv_usec: 0)
      setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      #if canImport(Darwin)
        // A closed connection must not end the program. On Linux send(2) has a flag for that.
        var yes: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
      let end = Date().addingTimeInterval(patience)
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 2048)
      while Date() < end, bytes.count < longest {
        let count = recv(connection, &block, block.count, 0)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return nil }
        bytes += block[..<count]
        if let request = LoopbackRequest(bytes) { return request }
      }
      return nil
    }

    /// Reads a complete head; nil for any other text.
    init?(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { return nil }
      let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1.")
      else { return nil }
      target = String(words[1])
      hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }.map {
        $0.dropFirst("host:".count).trimmingCharacters(in: .whitespaces)
      }
    }

    /// Whether the request names this machine. After DNS rebinding, a request from another site has another `Host`.
    func isSent(to host: String) -> Bool { hosts == [host] }
  }

  /// A page for the browser.
  struct LoopbackPage {
    private let status: String
    private let title: String
    private let text: String

    /// The page does not say whether the sign-in succeeded: the app has not asked the server yet.
    static let comeBack = LoopbackPage(
      status: "200 OK", title: "You can go back to the app", text: "You can close this window.")
    static let notFound = LoopbackPage(
      status: "404 Not Found", title: "This page does not exist",
      text: "To sign in, start again in the app.")

    func send(to connection: Int32) {
      let body = """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
        <style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1rem;text-align:center}
        h1{font-size:1.5rem}</style></head><body><main><h1>\(title)</h1><p>\(text)</p></main></body></html>
        """
      let head = [
        "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "Connection: close",
      ]
      let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
      var sent = 0
      while sent < bytes.count {
        #if os(Linux)
          let flags = Int32(MSG_NOSIGNAL)
        #else
          let flags: Int32 = 0
        #endif
        let count = bytes[sent...].withUnsafeBytes {
          Foundation.send(connection, $0.baseAddress, $0.count, flags)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        sent += count
      }
      shutdown(connection, Int32(SHUT_WR))
    }
  }
#endif
