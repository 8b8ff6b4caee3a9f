#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The current time: the system's, or a time that a test chooses.
package struct WallClock: Sendable {
  private let read: @Sendable () -> Date

  /// Makes a clock that reads the time from `read`.
  package init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  /// The current moment, rounded down to the millisecond that the store keeps and the API prints.
  package var now: Date {
    let seconds = read().timeIntervalSince1970
    return Date(timeIntervalSince1970: (seconds * 1000).rounded(.down) / 1000)
  }

  /// The system's clock.
  package static var system: WallClock { WallClock { Date() } }
}
