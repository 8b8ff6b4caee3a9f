#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time steps of an authenticator's codes (RFC 6238 §4).
package struct TimeSteps: Sendable, Hashable {
  /// The steps that every authenticator supports.
  package static let standard = TimeSteps(period: 30)

  /// The seconds of a step.
  package let period: Int

  package init(period: Int) { self.period = period }

  /// The number of the step of a moment: the number of whole periods since 1970.
  package func number(at time: Date) -> Int64 {
    Int64((time.timeIntervalSince1970 / Double(period)).rounded(.down))
  }

  /// The step that a code is accepted for: the current step, the one before, or the one after. Clocks differ, and typing takes
  /// time (RFC 6238 §5.2).
  ///
  /// A code works once: the step must be later than the last accepted one. Every step is tried, so that the time does not depend
  /// on the code.
  ///
  /// - Parameters:
  ///   - time: the time.
  ///   - last: the last accepted step; nil if there is none.
  ///   - isRight: whether the code is that of a step.
  /// - Returns: the step to store; nil if the code is wrong or was used.
  /// - Throws: the error of `isRight`.
  package func accepted<Failure: Error>(
    at time: Date, after last: Int64?, isRight: (_ step: Int64) throws(Failure) -> Bool
  ) throws(Failure) -> Int64? {
    let current = number(at: time)
    var accepted: Int64?
    for step in current - 1...current + 1 {
      // If two steps have the same code, the later step is accepted. The code then works for neither of them again.
      if try isRight(step), step > last ?? .min { accepted = step }
    }
    return accepted
  }
}
