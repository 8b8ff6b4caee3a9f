package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The query that can be prefetched. It is one literal, by which its result is found.
enum GuessStatement {
  static let one: StaticString = "SELECT count, last_at, expires_at FROM guesses WHERE subject = ?1"
}

extension SQLReading {
  package func guesses(of subject: GuessSubject) throws -> GuessCount? {
    try first(GuessStatement.one, [.blob(subject.bytes)]) { row in
      GuessCount(
        count: try row.integer(0), lastAt: StoredTime.moment(try row.integer(1)),
        expiresAt: StoredTime.moment(try row.integer(2)))
    }
  }
}

extension SQLWriting {
  package func keep(_ guesses: GuessCount, of subject: GuessSubject) throws {
    try apply(
      """
      INSERT INTO guesses (subject, count, last_at, expires_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (subject) DO UPDATE SET count = ?2, last_at = ?3, expires_at = ?4
      """,
      [
        .blob(subject.bytes), .integer(guesses.count),
        .integer(try StoredTime.milliseconds(guesses.lastAt)),
        .integer(try StoredTime.milliseconds(guesses.expiresAt)),
      ])
  }

  package func count(
    _ subject: GuessSubject, at instant: Date, until expiry: Date, limit: Int64
  ) throws -> Bool {
    // The condition needs no result, so it costs no round trip.
    try changesRow(
      """
      INSERT INTO guesses (subject, count, last_at, expires_at) VALUES (?1, 1, ?2, ?3)
      ON CONFLICT (subject) DO UPDATE
      SET count = CASE WHEN guesses.expires_at > ?2 THEN guesses.count + 1 ELSE 1 END, last_at = ?2, expires_at = ?3
      WHERE guesses.expires_at <= ?2 OR guesses.count < ?4
      """,
      [
        .blob(subject.bytes), .integer(try StoredTime.milliseconds(instant)),
        .integer(try StoredTime.milliseconds(expiry)), .integer(limit),
      ])
  }

  package func forgetGuesses(of subject: GuessSubject) throws {
    try apply("DELETE FROM guesses WHERE subject = ?1", [.blob(subject.bytes)])
  }
}
