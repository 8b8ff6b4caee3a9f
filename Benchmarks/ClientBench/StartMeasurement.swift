import Doorward
import Foundation

/// The time for which an app that makes its client occupies the main actor.
@MainActor enum StartMeasurement {
  static func run() -> Double {
    var times: [Double] = []
    var clients: [Doorward] = []
    for _ in 0..<500 {
      let start = ContinuousClock.now
      clients.append(CannedServer.client())
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.sorted()[250]
  }
}
