/// The time of an event, by the device's clock and by a clock that the user cannot set.
struct Moment: Sendable, Hashable {
  /// Seconds since 1970.
  var wall: Double
  /// Time since an arbitrary start, including the time that the device sleeps.
  var elapsed: Duration
}

/// The remaining life of a token, by the device's clock and by the clock that the user cannot set.
///
/// Only the device's clock can tell the age of a stored token. After the token is read, the other clock counts too: if
/// the device's clock were set back, an old token would look fresh.
struct TokenLife: Sendable, Hashable {
  /// The shortest lifetime that a server can have, in seconds. A token with a shorter one is treated as if it had this one:
  /// otherwise it would never be fresh, and the client would renew it without a pause.
  private static let shortest: Double = 30

  /// The time of the device's clock at which the token was requested.
  private let begin: Double
  private let length: Double
  /// The age of the token when this process first read it, and the time of that read.
  private let age: Double
  private let seen: Duration

  init(of holder: SessionHolder, at now: Moment) {
    begin = holder.receivedAt
    length = max(holder.expiresIn, Self.shortest)
    // A token from the future has an unknown age.
    age = now.wall < begin ? length : now.wall - begin
    seen = now.elapsed
  }

  /// The seconds left; 0 or less if the token has expired or its age is unknown.
  func left(at now: Moment) -> Double {
    guard now.wall >= begin else { return 0 }
    return min(begin + length - now.wall, length - age - (now.elapsed - seen) / .seconds(1))
  }

  /// The seconds left until the token is to be renewed: the leeway before its end, at most half of its life.
  func freshness(at now: Moment, leeway: Double) -> Double { left(at: now) - min(leeway, length / 2) }
}
