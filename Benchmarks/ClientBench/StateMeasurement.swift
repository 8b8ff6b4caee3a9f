import Doorward
import Foundation

/// The time of a change of state to ten thousand subscribers, and of a value through as many bare streams.
@MainActor enum StateMeasurement {
  private static let subscribers = 10_000

  static func run() async throws -> (states: Double, bare: Double) {
    var (states, bare): ([Double], [Double]) = ([], [])
    // Alternately, so that other load of the machine affects both.
    for _ in 0..<7 {
      bare.append(try await overBareStreams())
      states.append(try await overTheSDK())
    }
    return (states.sorted()[3], bare.sorted()[3])
  }

  private static func overBareStreams() async throws -> Double {
    let streams = (0..<subscribers).map { _ in AsyncStream<Int>.makeStream() }
    for stream in streams { stream.continuation.yield(0) }
    return try await time(streams.map(\.stream), isLast: { $0 == 1 }) {
      for stream in streams { stream.continuation.yield(1) }
    }
  }

  private static func overTheSDK() async throws -> Double {
    let doorward = CannedServer.client()
    try await doorward.anonymous.login()
    let streams = (0..<subscribers).map { _ in doorward.authStates }
    return try await time(streams, isLast: { if case .guest = $0 { true } else { false } }) {
      try await doorward.signOut()
    }
  }

  /// Reads each stream in a task, and measures from the change until the last task has received it.
  private static func time<Value: Sendable>(
    _ streams: [AsyncStream<Value>], isLast: @escaping @Sendable (Value) -> Bool,
    change: () async throws -> Void
  ) async throws -> Double {
    let (events, continuation) = AsyncStream<Bool>.makeStream()
    for stream in streams {
      Task.detached {
        for await value in stream {
          continuation.yield(isLast(value))
          if isLast(value) { return }
        }
      }
    }
    var heard = events.makeAsyncIterator()
    for _ in 0..<streams.count where await heard.next() != false { throw MeasurementFailed() }
    let start = ContinuousClock.now
    try await change()
    for _ in 0..<streams.count where await heard.next() != true { throw MeasurementFailed() }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

struct MeasurementFailed: Error {}
