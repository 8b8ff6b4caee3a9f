#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What time it is: the system's, or a test's own.
public struct WallClock: Sendable {
  private let read: @Sendable () -> Date

  /// A clock that answers what `read` says.
  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  /// The present moment, cut to the millisecond that the store keeps and the API prints.
  public var now: Date {
    let seconds = read().timeIntervalSince1970
    return Date(timeIntervalSince1970: (seconds * 1000).rounded(.down) / 1000)
  }

  /// The system's clock.
  public static var system: WallClock { WallClock { Date() } }
}
