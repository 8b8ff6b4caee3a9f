import Doorward
import Foundation

/// How long a token takes that is known to be good, and how long it takes to ask what time it is, which is the
/// least that has to be done for it.
@MainActor enum TokenMeasurement {
  static func run() async throws -> (token: Double, clock: Double) {
    let doorward = CannedServer.client()
    try await doorward.anonymous.login()
    _ = try await doorward.accessToken()
    let rounds = 200_000
    let token = try await median {
      let start = ContinuousClock.now
      for _ in 0..<rounds { _ = try await doorward.accessToken() }
      return (ContinuousClock.now - start) / rounds
    }
    let clock = try await median {
      let start = ContinuousClock.now
      var sum = 0.0
      for _ in 0..<rounds { sum += Date().timeIntervalSince1970 }
      guard sum > 0 else { return .zero }
      return (ContinuousClock.now - start) / rounds
    }
    return (token, clock)
  }

  // Off the main actor, as the callers of an app's network code are.
  private nonisolated static func median(_ round: @Sendable () async throws -> Duration) async throws
    -> Double
  {
    var times: [Double] = []
    for _ in 0..<9 { times.append(try await round() / .seconds(1)) }
    return times.sorted()[4]
  }
}
