internal import Foundation

/// The access token while it is fresh, for whoever asks from anywhere: most calls want no more, and this spares
/// them the way to the engine and back.
// Unchecked: `token` is touched under the lock alone.
final class FreshToken: @unchecked Sendable {
  private let lock = NSLock()
  private var token: (text: String, freshness: Range<Double>)?

  func replace(_ text: String?, freshness: Range<Double> = 0..<0) {
    lock.withLock { token = text.map { ($0, freshness) } }
  }

  func text(at now: Double) -> String? {
    lock.withLock { token.flatMap { $0.freshness.contains(now) ? $0.text : nil } }
  }
}
