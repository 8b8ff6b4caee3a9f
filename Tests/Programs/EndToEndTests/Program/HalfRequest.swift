import Foundation
import LoopbackServers
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A client that sends the header of a request and only a part of its body.
struct HalfRequest {
  private let descriptor: Int32

  init(to origin: String) throws {
    let port = try #require(origin.split(separator: ":").last.flatMap { UInt16($0) })
    let descriptor = LoopbackSocket.make()
    self.descriptor = descriptor
    var address = LoopbackSocket.address(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    #expect(isConnected)
    let head = [
      "POST /v1/ethereum/message HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: application/json",
      "Content-Length: 100", "Expect: 100-continue",
    ]
    let bytes = [UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    #expect(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
    // "100 Continue" shows that the server has started to read the request.
    var answer = [UInt8](repeating: 0, count: 256)
    #expect(recv(descriptor, &answer, answer.count, 0) > 0)
  }

  func close() { _ = Foundation.close(descriptor) }
}
