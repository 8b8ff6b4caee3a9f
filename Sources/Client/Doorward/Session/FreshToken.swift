internal import Foundation

/// The access token while it is fresh, readable without the actor. Most calls need only this.
// Unchecked: `token` is used under the lock only.
final class FreshToken: @unchecked Sendable {
  private let lock = NSLock()
  private var token: (text: String, life: TokenLife)?
  private let leeway: Double

  init(leeway: Double) { self.leeway = leeway }

  func replace(_ holder: SessionHolder?, at now: Moment) {
    let new = holder.map { ($0.accessToken, TokenLife(of: $0, at: now)) }
    lock.withLock {
      // The token of an earlier announcement keeps its age, which the device's clock may no longer show.
      if new?.0 != token?.text { token = new }
    }
  }

  /// Withholds the token, unless it belongs to a holder. Callers then wait for the actor.
  func withhold(unlessOf holder: SessionHolder?) {
    lock.withLock { if token?.text != holder?.accessToken { token = nil } }
  }

  func text(at now: Moment) -> String? {
    lock.withLock { token.flatMap { $0.life.freshness(at: now, leeway: leeway) > 0 ? $0.text : nil } }
  }
}
