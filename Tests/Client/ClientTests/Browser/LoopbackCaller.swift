import Foundation
import Testing

/// Sends any text to a port of this machine.
enum LoopbackCaller {
  /// Sends a text and reads the answer to its end.
  static func send(_ text: String, to port: UInt16) throws -> String {
    let descriptor = try #require(LoopbackSocket.connect(port))
    defer { close(descriptor) }
    // The other side may close before it has read everything.
    _ = LoopbackSocket.send(Array(text.utf8), to: descriptor)
    shutdown(descriptor, Int32(SHUT_WR))
    return String(decoding: LoopbackSocket.readToEnd(descriptor), as: UTF8.self)
  }
}
