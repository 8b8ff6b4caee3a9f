import Foundation
import Testing

/// Says anything at all to a port of this machine.
enum LoopbackCaller {
  /// Sends a text and hears what is answered, until the other side is done.
  static func send(_ text: String, to port: UInt16) throws -> String {
    let descriptor = try #require(LoopbackSocket.connect(port))
    defer { close(descriptor) }
    // Whoever has heard enough may have gone before the end of it.
    _ = LoopbackSocket.send(Array(text.utf8), to: descriptor)
    shutdown(descriptor, Int32(SHUT_WR))
    return String(decoding: LoopbackSocket.readToEnd(descriptor), as: UTF8.self)
  }
}
