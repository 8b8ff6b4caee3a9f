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

/// Converts moments to the form of the store and of sealed texts: whole milliseconds since 1970-01-01T00:00:00Z.
package enum StoredTime {
  /// - Throws: ``StoreError/Code/malformed`` if the moment is out of range.
  package static func milliseconds(_ moment: Date) throws -> Int64 {
    guard let milliseconds = Int64(exactly: (moment.timeIntervalSince1970 * 1000).rounded()) else {
      throw StoreError(.malformed, "a moment is out of range")
    }
    return milliseconds
  }

  package static func milliseconds(_ moment: Date?) throws -> Int64? {
    try moment.map { try milliseconds($0) }
  }

  package static func moment(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  package static func moment(_ milliseconds: Int64?) -> Date? { milliseconds.map { moment($0) } }
}
