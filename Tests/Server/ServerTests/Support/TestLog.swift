import Encodings
import Foundation

/// All log lines of a server.
final class TestLog: @unchecked Sendable {
  // Sound: `bytes` is read and written under `lock`.
  private let lock = NSLock()
  private var bytes: [UInt8] = []

  func append(_ line: [UInt8]) { lock.withLock { bytes += line } }

  var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }

  /// The parsed lines.
  var lines: [JSONValue] {
    text.split(separator: "\n").compactMap { try? JSONParser.parse(Array($0.utf8)) }
  }

  /// The lines of one event in the security log.
  func events(_ name: String) -> [JSONValue] { lines.filter { $0["event"]?.string == name } }

  /// The lines of requests with the logged path `path`.
  func requests(_ path: String) -> [JSONValue] { lines.filter { $0["path"]?.string == path } }
}
