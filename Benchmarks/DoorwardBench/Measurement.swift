/// A measured operation. Each round repeats it as often as the round's time allows.
struct Measurement {
  /// The goal of a measurement.
  enum Target {
    /// At least this fraction of the rate of its primitive, measured in the same run.
    case ratio(Double)
    /// At least this rate per second.
    case rate(Double)
  }

  /// The kind of timing.
  enum Work {
    /// Runs on one thread and counts that thread's processor time, so that other programs have little influence.
    case computing((Int) throws -> Void)
    /// Counts elapsed time, because the operation waits for a disk or a socket. `prepare` is not timed.
    case waiting(prepare: (Int) async throws -> Void, (Int) async throws -> Void)

    static func waiting(_ body: @escaping (Int) async throws -> Void) -> Work {
      .waiting(prepare: { _ in }, body)
    }
  }

  let name: String
  /// The name of the row that this row is compared with.
  var reference: String?
  var target: Target?
  let work: Work

  init(_ name: String, of reference: String? = nil, target: Target? = nil, _ work: Work) {
    self.name = name
    self.reference = reference
    self.target = target
    self.work = work
  }
}

/// Measurements that run interleaved, so that heat or load of the machine affects all of them alike.
struct MeasurementGroup {
  let measurements: [Measurement]
  /// The folder of their files, which exists while they run.
  var folder: BenchFolder?
  /// Releases resources after the measurements.
  var close: () async -> Void = {}
}

/// The result of a measurement.
struct MeasuredRow {
  let name: String
  /// The median rate per second.
  let rate: Double
  let reference: String?
  /// The median, over the rounds, of its rate divided by its reference's rate in the same round.
  let ratio: Double?
  let target: Measurement.Target?

  /// Whether the target is met; nil if there is no target.
  var isMet: Bool? {
    switch target {
    case nil: nil
    case .ratio(let least)?: ratio.map { $0 >= least } ?? false
    case .rate(let least)?: rate >= least
    }
  }
}

/// Keeps the optimizer from removing work whose result is unused.
@inline(never)
func keep<Value>(_ value: Value) {}
