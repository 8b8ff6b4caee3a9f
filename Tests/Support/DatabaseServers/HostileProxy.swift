internal import Foundation
internal import Synchronization

/// A TCP proxy on loopback that treats a connection as a bad network does. It ends when it is released.
package final class HostileProxy: Sendable {
  /// The treatment of the bytes.
  package enum Behavior: Sendable, Equatable {
    case pass
    /// Every piece has so many bytes, so that no message arrives at once.
    case pieces(Int)
    /// Every piece is halved, and the second half waits.
    case halves(milliseconds: UInt32)
    /// Every piece waits.
    case delay(milliseconds: UInt32)
    /// Both ends are closed after so many bytes of the server, counted from the change of the behavior.
    case cut(afterBytes: Int)
    /// The bytes of the server are lost, and nothing is closed.
    case swallow
    /// The bytes of the client are lost, and nothing is closed.
    case swallowRequests
    /// The next answer of the server is replaced by an error, as of a pooler, and its further bytes are lost.
    case fail(sqlState: String)
    /// Connections are closed at once.
    case refuse
  }

  private struct State {
    var behavior = Behavior.pass
    var serverBytes = 0
    var sockets: Set<Int32> = []
    /// The ends of the clients that wait for an answer.
    var waiting: Set<Int32> = []
    var roundTrips = 0
  }

  /// The number of round trips of all connections: how often a client has sent something after an answer.
  package var roundTrips: Int { state.withLock { $0.roundTrips } }

  /// The port on 127.0.0.1.
  package let port: Int
  private let target: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  /// - Parameter target: the port on 127.0.0.1 to which connections are passed.
  /// - Throws: an error if there is no free port.
  package init(to target: Int) throws {
    self.target = UInt16(target)
    listener = Self.socket()
    port = try Self.listen(listener)
    // The thread keeps no reference to the proxy while it waits, so that the proxy can be released.
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        self.connect(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    cutAll()
  }

  /// Changes the behavior of all connections.
  package func behave(_ behavior: Behavior) {
    state.withLock { state in
      state.behavior = behavior
      state.serverBytes = 0
    }
  }

  /// Closes both ends of all connections.
  package func cutAll() {
    // The threads that read from them close them.
    state.withLock { state in for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
  }

  private func connect(_ client: Int32) {
    let server = Self.socket()
    guard state.withLock({ $0.behavior != .refuse }), Self.connect(server, to: target) else {
      close(client)
      close(server)
      return
    }
    state.withLock { $0.sockets.formUnion([client, server]) }
    let pair = Pair(client: client, server: server)
    Thread.detachNewThread { [weak self] in Self.pump(pair, fromServer: true) { self } }
    Thread.detachNewThread { [weak self] in Self.pump(pair, fromServer: false) { self } }
  }

  /// The sockets of a connection. They are closed when both of its threads have ended.
  private final class Pair: Sendable {
    let client: Int32
    let server: Int32

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    deinit {
      close(client)
      close(server)
    }
  }

  private static func pump(_ pair: Pair, fromServer: Bool, _ proxy: () -> HostileProxy?) {
    let (source, destination) = fromServer ? (pair.server, pair.client) : (pair.client, pair.server)
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0, let proxy = proxy() else { break }
      proxy.note(pair.client, fromServer: fromServer)
      guard proxy.pass(buffer[..<count], to: destination, fromServer) else { break }
    }
    // Also wakes the other thread.
    for socket in [pair.client, pair.server] { shutdown(socket, Int32(SHUT_RDWR)) }
    proxy()?.state.withLock { $0.sockets.subtract([pair.client, pair.server]) }
  }

  private func note(_ client: Int32, fromServer: Bool) {
    state.withLock { state in
      if fromServer {
        state.waiting.remove(client)
      } else if state.waiting.insert(client).inserted {
        state.roundTrips += 1
      }
    }
  }

  /// Passes bytes on.
  ///
  /// - Returns: false if the connection is to be cut.
  private func pass(_ bytes: ArraySlice<UInt8>, to destination: Int32, _ fromServer: Bool) -> Bool {
    switch state.withLock({ $0.behavior }) {
    case .pass: return Self.send(bytes, to: destination)
    case .pieces(let size):
      var rest = bytes
      while !rest.isEmpty {
        guard Self.send(rest.prefix(size), to: destination) else { return false }
        rest = rest.dropFirst(size)
      }
      return true
    case .halves(let milliseconds):
      let middle = bytes.startIndex + bytes.count / 2
      guard Self.send(bytes[..<middle], to: destination) else { return false }
      usleep(milliseconds * 1000)
      return Self.send(bytes[middle...], to: destination)
    case .delay(let milliseconds):
      usleep(milliseconds * 1000)
      return Self.send(bytes, to: destination)
    case .cut(let limit):
      guard fromServer else { return Self.send(bytes, to: destination) }
      let left = state.withLock { state in
        let left = max(0, limit - state.serverBytes)
        state.serverBytes += bytes.count
        return left
      }
      return Self.send(bytes.prefix(left), to: destination) && left > bytes.count
    case .fail(let sqlState):
      guard fromServer else { return Self.send(bytes, to: destination) }
      let isFirst = state.withLock { state in
        defer { state.serverBytes += bytes.count }
        return state.serverBytes == 0
      }
      return !isFirst || Self.send(Self.failure(sqlState)[...], to: destination)
    case .swallow: return fromServer || Self.send(bytes, to: destination)
    case .swallowRequests: return !fromServer || Self.send(bytes, to: destination)
    case .refuse: return false
    }
  }

  /// `ErrorResponse`, and `ReadyForQuery` without a transaction.
  private static func failure(_ sqlState: String) -> [UInt8] {
    let fields = [UInt8]("SERROR\0VERROR\0C\(sqlState)\0Mthe connection to the server was lost\0\0".utf8)
    let length = withUnsafeBytes(of: UInt32(fields.count + 4).bigEndian) { [UInt8]($0) }
    return [UInt8(ascii: "E")] + length + fields + [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]
  }

  // MARK: Sockets

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var yes: Int32 = 1
    // Each piece is a packet of its own.
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func listen(_ socket: Int32) throws -> Int {
    var address = address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, size) == 0 && Foundation.listen(socket, 64) == 0
          ? getsockname(socket, pointer, &size) : -1
      }
    }
    guard result == 0 else { throw DatabaseServerFailure("the proxy cannot listen") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func connect(_ socket: Int32, to port: UInt16) -> Bool {
    var address = address(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Foundation.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
