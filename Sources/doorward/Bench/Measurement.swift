/// One thing that is measured: so many of it in a row, as often as the clock asks.
struct Measurement {
  /// What a measurement should come to.
  enum Target {
    /// Of the rate of the primitive it is built on, measured in the same run.
    case ratio(Double)
    /// A second.
    case rate(Double)
  }

  /// How it is timed.
  enum Work {
    /// On one thread, by the processor time that thread used: what else the machine does hardly counts.
    case computing((Int) throws -> Void)
    /// By the clock on the wall, because it waits for a disk or a socket. What `prepare` does is not timed.
    case waiting(prepare: (Int) async throws -> Void, (Int) async throws -> Void)

    static func waiting(_ body: @escaping (Int) async throws -> Void) -> Work {
      .waiting(prepare: { _ in }, body)
    }
  }

  let name: String
  /// The row it is held against.
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

/// Measurements that belong together and are interleaved: what heats or slows the machine meets them all.
struct MeasurementGroup {
  let title: String
  let measurements: [Measurement]
  /// Where their files are, for as long as they need them.
  var folder: BenchFolder?
  /// What is to be ended once they are done.
  var close: () async -> Void = {}
}

/// What a measurement came to.
struct MeasuredRow {
  let name: String
  /// The median rate, a second.
  let rate: Double
  let reference: String?
  /// The median, over the rounds, of its rate by its reference's in the same round.
  let ratio: Double?
  let target: Measurement.Target?

  /// Whether the target is met; nil where there is none.
  var isMet: Bool? {
    switch target {
    case nil: nil
    case .ratio(let least)?: ratio.map { $0 >= least } ?? false
    case .rate(let least)?: rate >= least
    }
  }
}

/// Keeps the optimizer from leaving out work whose result nobody looks at.
@inline(never)
func keep<Value>(_ value: Value) {}
