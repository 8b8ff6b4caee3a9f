import Doorward
import Foundation

/// The time of `accessToken()` with a fresh token, and of asking for the time, which is the least work that it needs.
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

  // Off the main actor, like the network code of an app.
  private nonisolated static func median(_ round: @Sendable () async throws -> Duration) async throws
    -> Double
  {
    var times: [Double] = []
    for _ in 0..<9 { times.append(try await round() / .seconds(1)) }
    return times.sorted()[4]
  }
}
