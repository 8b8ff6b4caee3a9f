import Foundation

/// A proxy before a server. It loses, delays and damages requests and answers as a test orders.
// Unchecked: its state is used under the lock of the condition only.
final class HostileProxy: @unchecked Sendable {
  enum Fault: Sendable, Hashable {
    /// The connection ends before the request is forwarded.
    case drop
    /// The server gets the request, and its answer is lost.
    case loseAnswer
    /// The server's answer ends in the middle of its body.
    case truncateAnswer
    /// The server gets the request twice, and the client gets the second answer.
    case duplicate
    /// The request waits until ``release()``.
    case hold
    /// The server gets the request, and its answer waits until ``release()``.
    case holdAnswer
    /// The answer arrives one byte at a time, with this pause in between.
    case trickle(milliseconds: UInt32)
    /// These bytes are the answer.
    case answer(String)
    /// The answer is correct and never ends.
    case endless
  }

  private let listener: Int32
  private let server: UInt16
  private let changed = NSCondition()
  private var faults: [(path: String, fault: Fault)] = []
  private var seen: [HTTPMessage] = []
  private var held = 0
  private var isClosed = false
  let port: UInt16

  var origin: String { "http://127.0.0.1:\(port)" }

  /// Listens before a server of this machine. Without a server it sends the ordered answers and drops other requests.
  init(before origin: String? = nil) throws {
    server = origin.flatMap { UInt16($0.split(separator: ":").last ?? "") } ?? 0
    (listener, port) = try LoopbackSocket.listen()
    Thread.detachNewThread { [self, listener] in
      while let client = LoopbackSocket.accept(listener) {
        // Its own threads, so that a wait here blocks no task of the tests.
        Thread.detachNewThread { [weak self] in
          self?.serve(client)
          LoopbackSocket.end(client)
        }
        if closed { break }
      }
      close(listener)
    }
  }

  private var closed: Bool { changed.withLock { isClosed } }

  /// Ends every connection and waits for the threads.
  func stop() {
    changed.withLock {
      isClosed = true
      held = 0
      changed.broadcast()
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Orders the fate of the next request to a path. Orders apply one after the other.
  func next(_ path: String, _ fault: Fault) { changed.withLock { faults.append((path, fault)) } }

  /// The requests to a path.
  func requests(_ path: String) -> [HTTPMessage] { changed.withLock { seen.filter { $0.path == path } } }

  private var holds: Bool { changed.withLock { held > 0 } }

  func untilItHolds() async throws {
    while !holds { try await Task.sleep(for: .milliseconds(1)) }
  }

  func release() {
    changed.withLock {
      held = 0
      changed.broadcast()
    }
  }

  private func wait() {
    changed.withLock {
      held += 1
      while held > 0, !isClosed { changed.wait() }
    }
  }

  private func serve(_ client: Int32) {
    guard let request = HTTPMessage(readFrom: client) else { return }
    let fault = changed.withLock { () -> Fault? in
      seen.append(request)
      return faults.firstIndex { $0.path == request.path }.map { faults.remove(at: $0).fault }
    }
    switch fault {
    case nil: reply(client, ask(request))
    case .drop: return
    case .loseAnswer: _ = ask(request)
    case .truncateAnswer:
      let answer = ask(request)
      reply(client, answer.dropLast(min(300, answer.count / 2)))
    case .duplicate:
      _ = ask(request)
      reply(client, ask(request))
    case .hold:
      wait()
      reply(client, ask(request))
    case .holdAnswer:
      let answer = ask(request)
      wait()
      reply(client, answer)
    case .trickle(let milliseconds):
      for byte in ask(request) {
        guard !closed, LoopbackSocket.send([byte], to: client) else { return }
        usleep(milliseconds * 1000)
      }
    case .answer(let text): reply(client, Array(text.utf8))
    case .endless:
      reply(client, Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[".utf8))
      let block = [UInt8](repeating: 0x20, count: 1 << 16)
      // The client sees no end. `URLSession` reads ahead of its delegate as long as bytes arrive.
      for _ in 0..<128 where !closed { guard LoopbackSocket.send(block, to: client) else { return } }
    }
  }

  private func reply(_ client: Int32, _ answer: some Collection<UInt8>) {
    _ = LoopbackSocket.send(Array(answer), to: client)
  }

  /// The answer of the server, byte for byte.
  private func ask(_ request: HTTPMessage) -> [UInt8] {
    guard let upstream = LoopbackSocket.connect(server) else { return [] }
    defer { close(upstream) }
    guard LoopbackSocket.send(request.bytes, to: upstream) else { return [] }
    return LoopbackSocket.readToEnd(upstream)
  }
}

/// The parts of an HTTP/1.1 request that a proxy needs.
struct HTTPMessage: Sendable {
  let method: String
  let path: String
  /// Names in lower case.
  let fields: [String: String]
  let bytes: [UInt8]

  /// Reads a request with a `Content-Length` or without a body; nil if the connection ends before its end.
  init?(readFrom descriptor: Int32) {
    var head: [UInt8] = []
    while !head.reversed().starts(with: "\n\r\n\r".utf8) {
      guard let byte = LoopbackSocket.read(descriptor, 1).first else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
    guard let start = lines.first?.split(separator: " "), start.count == 3 else { return nil }
    method = String(start[0])
    path = String(start[1].prefix { $0 != "?" })
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    self.fields = fields
    var body: [UInt8] = []
    let length = Int(fields["content-length"] ?? "") ?? 0
    while body.count < length {
      let part = LoopbackSocket.read(descriptor, length - body.count)
      guard !part.isEmpty else { return nil }
      body += part
    }
    // A connection has one request, so its end is the end of the answer.
    let kept = lines.filter { !$0.lowercased().hasPrefix("connection:") } + ["Connection: close", "", ""]
    bytes = Array(kept.joined(separator: "\r\n").utf8) + body
  }
}
