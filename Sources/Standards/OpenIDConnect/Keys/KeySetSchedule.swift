public import Encodings

/// When a client fetches a provider's keys: at first, when they are old, and when a token names a key that they do not have,
/// because the provider has a new one (OpenID Connect Core §10.1.1).
///
/// Anyone can send tokens with invented key identifiers. So an unknown key leads to one request a minute, however many tokens
/// name one.
public struct KeySetSchedule: Sendable, Hashable {
  /// The next step for a token.
  public enum Action: Sendable, Hashable {
    /// Verify it with the keys.
    case use
    /// Fetch the keys, then ask again.
    case fetch
    /// Refuse it: the keys cannot be fetched now.
    case refuse
  }

  /// The age at which keys are fetched again, in seconds.
  public static let lifetimes: ClosedRange<Int64> = 300...86_400
  /// The age from which keys that cannot be fetched again are not used, in seconds: a provider may have revoked them.
  public static let longestUse: Int64 = 86_400
  /// The time between two requests because of unknown keys, in seconds.
  public static let unknownKeyInterval: Int64 = 60
  /// The time after a failed request until the next one, in seconds.
  public static let retryInterval: Int64 = 5

  private var fetchedAt: Timestamp?
  private var lifetime = Self.lifetimes.lowerBound
  private var attemptedAt: Timestamp?

  /// Creates the schedule of keys that have not been fetched yet.
  public init() {}

  /// Decides the next step for a token.
  ///
  /// - Parameters:
  ///   - knowsKey: Whether the key set contains the token's key; false before the first fetch.
  ///   - time: The current time.
  /// - Returns: The next step.
  public func action(knowsKey: Bool, at time: Timestamp) -> Action {
    let age = fetchedAt.map { Self.seconds(from: $0, to: time) }
    if knowsKey, let age {
      // A clock that was set back gives a negative age, which says nothing about the keys.
      if (0..<lifetime).contains(age) { return .use }
      if mayFetch(after: Self.retryInterval, at: time) { return .fetch }
      return (0..<Self.longestUse).contains(age) ? .use : .refuse
    }
    let interval = age == nil ? Self.retryInterval : Self.unknownKeyInterval
    return mayFetch(after: interval, at: time) ? .fetch : .refuse
  }

  /// Notes the beginning of a request for the keys.
  public mutating func began(at time: Timestamp) { attemptedAt = time }

  /// Notes that the keys have been fetched.
  ///
  /// - Parameters:
  ///   - time: The time of the answer.
  ///   - maxAge: `max-age` of the answer's `Cache-Control`, in seconds; nil if it has none.
  public mutating func succeeded(at time: Timestamp, maxAge: Int64? = nil) {
    fetchedAt = time
    lifetime = min(max(maxAge ?? 3600, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
  }

  private func mayFetch(after interval: Int64, at time: Timestamp) -> Bool {
    guard let attemptedAt else { return true }
    return !(0..<interval).contains(Self.seconds(from: attemptedAt, to: time))
  }

  private static func seconds(from start: Timestamp, to end: Timestamp) -> Int64 {
    end.seconds - start.seconds
  }
}
