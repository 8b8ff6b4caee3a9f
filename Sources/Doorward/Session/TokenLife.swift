/// How long a token is still good, by the device's clock and by one that nobody can set.
///
/// The device's clock alone knows how old a token is that was kept between launches. From then on the other
/// goes too: with the clock set back, an old token would pass for a fresh one.
struct TokenLife: Sendable {
  /// What the device's clock said when the token was asked for.
  private let begin: Double
  private let length: Double
  /// How old the token was when it was first seen here, and when that was.
  private let age: Double
  private let seen: Duration

  init(of record: KeptRecord, now: Double, elapsed: Duration) {
    begin = record.receivedAt
    length = max(record.expiresIn, 0)
    // Older than nothing: its age cannot be known.
    age = now < begin ? length : now - begin
    seen = elapsed
  }

  /// How many seconds are left; at most none for one whose age cannot be known.
  func left(now: Double, elapsed: Duration) -> Double {
    guard now >= begin else { return 0 }
    return min(begin + length - now, length - age - (elapsed - seen) / .seconds(1))
  }

  /// How many seconds before its end a token is renewed: never more than half of its life.
  func margin(leeway: Double) -> Double { min(leeway, length / 2) }
}
