import Foundation

/// The part of generated cases that a run of the tests takes.
///
/// `make test` sets `DOORWARD_SAMPLE` to the hash of the commit, so that each commit tries other cases and a failure can be
/// repeated. `make test-all` sets it to `all`, and so does a run without it. `scripts/sampling.py` does the same for the
/// tests in Python.
public struct CaseSample: Sendable {
  /// The text that chooses the cases; nil if the run takes all of them.
  private let seed: String?

  /// The sample of this run.
  public static let ofThisRun = CaseSample(ProcessInfo.processInfo.environment["DOORWARD_SAMPLE"])

  public init(_ text: String?) {
    seed = text == nil || text == "" || text == "all" ? nil : text
  }

  public var isComplete: Bool { seed == nil }

  /// - Returns: One of `share` cases, at least one, in their order.
  public static func of<Cases: Collection>(_ cases: Cases, oneIn share: Int) -> [Cases.Element] {
    ofThisRun.cases(cases, oneIn: share)
  }

  public func cases<Cases: Collection>(_ cases: Cases, oneIn share: Int) -> [Cases.Element] {
    guard let seed, share > 1 else { return Array(cases) }
    let count = (cases.count + share - 1) / share
    var generator = SeededGenerator("\(seed) \(cases.count) \(share)")
    let chosen = Set((0..<cases.count).shuffled(using: &generator).prefix(count))
    return cases.enumerated().filter { chosen.contains($0.offset) }.map(\.element)
  }
}

/// SplitMix64, from the FNV-1a hash of a text.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ text: String) {
    state = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
