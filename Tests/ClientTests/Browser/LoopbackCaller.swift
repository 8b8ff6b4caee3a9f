import Foundation
import Testing

/// Says anything at all to a port of this machine.
enum LoopbackCaller {
  /// Sends bytes and hears what is answered, until the other side is done.
  static func send(_ text: String, to port: UInt16) throws -> String {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    try #require(isConnected)
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { break }
      sent += count
    }
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { break }
      answer += block[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  #if os(Linux)
    private static let flags = Int32(MSG_NOSIGNAL)
  #else
    private static let flags: Int32 = 0
  #endif
}
