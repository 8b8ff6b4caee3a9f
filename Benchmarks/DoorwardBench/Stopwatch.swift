#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs measurements round by round.
struct Stopwatch {
  /// The target duration of one round of one measurement, in seconds.
  let roundSeconds: Double
  let rounds: Int
  /// The number of rounds under load. Each has thousands of requests, so few rounds are enough.
  let loadRounds: Int

  static let thorough = Stopwatch(roundSeconds: 0.03, rounds: 31, loadRounds: 9)
  static let quick = Stopwatch(roundSeconds: 0.01, rounds: 5, loadRounds: 2)

  /// Measures a group. The rows keep the order of the measurements.
  func measure(_ group: MeasurementGroup) async throws -> [MeasuredRow] {
    var counts: [Int] = []
    for measurement in group.measurements { counts.append(try await count(for: measurement)) }
    var rates = group.measurements.map { _ in [Double]() }
    for round in 0..<rounds {
      // Every second round runs in reverse, so that no measurement always follows the same one.
      let order = group.measurements.indices
      for index in round.isMultiple(of: 2) ? Array(order) : order.reversed() {
        let seconds = try await time(group.measurements[index], counts[index])
        rates[index].append(Double(counts[index]) / seconds)
      }
    }
    let names = group.measurements.map(\.name)
    return group.measurements.enumerated().map { index, measurement in
      let reference = measurement.reference.flatMap { names.firstIndex(of: $0) }
      return MeasuredRow(
        name: measurement.name, rate: Self.median(rates[index]), reference: measurement.reference,
        ratio: reference.map { reference in Self.median(zip(rates[index], rates[reference]).map { $0 / $1 })
        },
        target: measurement.target)
    }
  }

  /// The number of operations that take about one round.
  private func count(for measurement: Measurement) async throws -> Int {
    var count = 1
    while true {
      let seconds = try await time(measurement, count)
      if seconds >= roundSeconds / 4 {
        return max(1, Int((Double(count) * roundSeconds / seconds).rounded()))
      }
      guard count < 1 << 28 else { return count }
      count *= 2
    }
  }

  private func time(_ measurement: Measurement, _ count: Int) async throws -> Double {
    switch measurement.work {
    case .computing(let body): return try Self.processorSeconds { try body(count) }
    case .waiting(let prepare, let body):
      try await prepare(count)
      let start = ContinuousClock.now
      try await body(count)
      return (ContinuousClock.now - start) / .seconds(1)
    }
  }

  /// The processor time of this thread that `body` takes. `body` must not leave the thread.
  static func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    try body()
    return max(processorTime() - start, 1e-9)
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
