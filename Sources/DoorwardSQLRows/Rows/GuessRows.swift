package import DoorwardStore

extension SQLReading {
  package func guesses(of subject: GuessSubject) throws -> GuessCount? {
    try first("SELECT count, last_at, expires_at FROM guesses WHERE subject = ?1", [.blob(subject.bytes)]) {
      row in
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

  package func forgetGuesses(of subject: GuessSubject) throws {
    try apply("DELETE FROM guesses WHERE subject = ?1", [.blob(subject.bytes)])
  }
}
