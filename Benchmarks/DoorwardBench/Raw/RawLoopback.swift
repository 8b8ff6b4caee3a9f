import DoorwardHTTP
import DoorwardSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection to a port of this machine that sends one request at a time.
final class LoopbackConnection {
  let descriptor: Int32
  private var answer = [UInt8](repeating: 0, count: 64 * 1024)
  private var received = 0

  init(port: UInt16) throws {
    descriptor = Self.socket()
    var address = Self.address(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else {
      throw BenchFailure(reason: "no connection: \(String(cString: strerror(errno)))")
    }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  /// Sends `request` and waits for an answer of `size` bytes.
  func exchange(_ request: [UInt8], answerOf size: Int) throws {
    try send(request)
    var count = 0
    while count < size { count += try receive(after: count) }
  }

  /// Sends an HTTP request and waits for the whole response.
  @discardableResult
  func exchangeHTTP(_ request: [UInt8]) throws -> ArraySlice<UInt8> {
    try start(request)
    while true {
      if let response = try proceed() { return response }
    }
  }

  /// Sends an HTTP request.
  func start(_ request: [UInt8]) throws {
    received = 0
    try send(request)
  }

  /// Waits for the next bytes of the response to the request that was sent.
  ///
  /// - Returns: The response; nil if more bytes are missing.
  func proceed() throws -> ArraySlice<UInt8>? {
    received += try receive(after: received)
    let length = try answer.withUnsafeBytes {
      try Self.responseLength(UnsafeRawBufferPointer(rebasing: $0[..<received]))
    }
    return length.map { $0 <= received } ?? false ? answer[..<received] : nil
  }

  /// The length of the response that starts with the bytes; nil if its head is not complete.
  ///
  /// The client of a server under load must take less time than the server, so this makes no string.
  private static func responseLength(_ bytes: UnsafeRawBufferPointer) throws -> Int? {
    guard let head = position(of: "\r\n\r\n", in: bytes) else { return nil }
    let fields = UnsafeRawBufferPointer(rebasing: bytes[..<head])
    let name: StaticString = "\r\nContent-Length: "
    guard let field = position(of: name, in: fields) else {
      throw BenchFailure(reason: "a response without a length")
    }
    var length = 0
    for byte in fields[(field + name.utf8CodeUnitCount)...] {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), length < 1 << 20 else { break }
      length = 10 * length + Int(byte - UInt8(ascii: "0"))
    }
    return head + 4 + length
  }

  private static func position(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
    let length = text.utf8CodeUnitCount
    guard bytes.count >= length else { return nil }
    return text.withUTF8Buffer { text in
      (0...(bytes.count - length)).first { place in
        bytes[place] == text[0] && (1..<length).allSatisfy { bytes[place + $0] == text[$0] }
      }
    }
  }

  private func send(_ request: [UInt8]) throws {
    #if canImport(Glibc)
      let count = Glibc.send(descriptor, request, request.count, noSignal)
    #elseif canImport(Musl)
      let count = Musl.send(descriptor, request, request.count, noSignal)
    #else
      let count = Darwin.send(descriptor, request, request.count, noSignal)
    #endif
    guard count == request.count else {
      throw BenchFailure(reason: "the connection broke: nothing could be sent")
    }
  }

  private func receive(after count: Int) throws -> Int {
    let part = answer.withUnsafeMutableBytes { buffer in
      recv(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, 0)
    }
    guard part > 0 else { throw BenchFailure(reason: "the connection broke: no bytes were received") }
    return part
  }

  static func socket() -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      Musl.socket(AF_INET, Int32(SOCK_STREAM), 0)
    #else
      Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}

/// A minimal TCP server: a thread that answers each request of a fixed size with a fixed number of bytes.
final class RawLoopback {
  let port: UInt16
  private let descriptor: Int32

  init(requestOf requestSize: Int, answerOf answerSize: Int) throws {
    let descriptor = LoopbackConnection.socket()
    self.descriptor = descriptor
    var address = LoopbackConnection.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening, BackgroundThread.start({ Self.serve(descriptor, requestSize, answerSize) }) else {
      throw BenchFailure(reason: "nothing listens for the bare exchange")
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ descriptor: Int32, _ requestSize: Int, _ answerSize: Int) {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return }
    defer { close(connection) }
    var yes: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var buffer = [UInt8](repeating: 0, count: max(requestSize, answerSize))
    while recv(connection, &buffer, requestSize, waitForAll) == requestSize {
      guard send(connection, buffer, answerSize, noSignal) == answerSize else { return }
    }
  }
}

private let waitForAll = Int32(MSG_WAITALL)

#if canImport(Darwin)
  private let noSignal: Int32 = 0
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
#endif
