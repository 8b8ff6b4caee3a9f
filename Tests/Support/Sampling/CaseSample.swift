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
    var generator = SplitMix64(seed: Self.hash("\(seed) \(cases.count) \(share)"))
    let chosen = Set((0..<cases.count).shuffled(using: &generator).prefix(count))
    return cases.enumerated().filter { chosen.contains($0.offset) }.map(\.element)
  }

  /// FNV-1a, which gives the same number in each process.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
