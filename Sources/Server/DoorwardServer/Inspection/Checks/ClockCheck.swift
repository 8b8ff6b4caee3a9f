import DoorwardAdministration
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the clock, because expiry, not-before and tokens depend on it.
struct ClockCheck {
  /// 2026-01-01: this program was built later.
  private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)
  private static let tolerance: TimeInterval = 30

  let now: Date
  let newestSigningKey: Date?
  /// The seconds by which the newest known block is ahead of the clock; nil if no block is known.
  let aheadOfBlocks: Int64?

  func run() -> [Finding] {
    let name = "clock"
    let remedy = "set the clock and synchronize it (NTP)"
    if now < Self.earliest {
      return [.problem(name, "it shows \(Timestamp(now).rfc3339), which is in the past", remedy: remedy)]
    }
    if let newest = newestSigningKey, newest.timeIntervalSince(now) > Self.tolerance {
      return [
        .problem(
          name,
          "it shows \(Timestamp(now).rfc3339), and the newest signing key was made at \(Timestamp(newest).rfc3339)",
          remedy: remedy)
      ]
    }
    if let ahead = aheadOfBlocks, ahead > Int64(Self.tolerance) {
      return [
        .problem(
          name, "it shows \(Timestamp(now).rfc3339), and NEAR's newest block was made \(ahead) seconds later",
          remedy: remedy)
      ]
    }
    return [
      .ok(name, Timestamp(now).rfc3339 + (aheadOfBlocks == nil ? "" : ", confirmed by NEAR's newest block"))
    ]
  }
}
