import Foundation

/// Everything a server logged.
final class TestLog: @unchecked Sendable {
  // Sound: `bytes` is read and written under `lock` alone.
  private let lock = NSLock()
  private var bytes: [UInt8] = []

  func append(_ line: [UInt8]) { lock.withLock { bytes += line } }

  var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }
}
