internal import Foundation

/// The access token while it is fresh, for whoever asks from anywhere: most calls want no more, and this spares
/// them the way to the engine and back.
// Unchecked: `token` is touched under the lock alone.
final class FreshToken: @unchecked Sendable {
  private let lock = NSLock()
  private var token: (text: String, life: TokenLife, margin: Double)?

  func replace(_ text: String?, life: TokenLife?, leeway: Double) {
    let new: (String, TokenLife, Double)? =
      if let text, let life { (text, life, life.margin(leeway: leeway)) } else { nil }
    lock.withLock { token = new }
  }

  func text(now: Double, elapsed: Duration) -> String? {
    lock.withLock {
      token.flatMap { $0.life.left(now: now, elapsed: elapsed) > $0.margin ? $0.text : nil }
    }
  }
}
