package import DoorwardStore

/// The query that can be prefetched. It is one literal, by which its result is found.
enum SecondFactorStatement {
  static let ofUser: StaticString = """
    SELECT id, user_id, created_at, sealed_secret, last_step, identity_id, method
    FROM second_factors WHERE user_id = ?1 ORDER BY created_at, id
    """
}

extension SQLReading {
  package func secondFactors(of user: User.ID) throws -> [SecondFactorRecord] {
    try all(
      SecondFactorStatement.ofUser, [.blob(user.bytes)]
    ) { row in try SecondFactorRecord(row) }
  }

  package func hasSecondFactor(_ user: User.ID) throws -> Bool {
    try first("SELECT 1 FROM second_factors WHERE user_id = ?1 LIMIT 1", [.blob(user.bytes)]) { row in
      try row.integer(0)
    } != nil
  }

  package func recoveryCodes(of user: User.ID) throws -> [[UInt8]] {
    try all("SELECT hash FROM recovery_codes WHERE user_id = ?1", [.blob(user.bytes)]) { row in
      try row.blob(0)
    }
  }
}

extension SQLWriting {
  package func insert(_ factor: SecondFactorRecord) throws {
    try collideWithSignIns(of: factor.userID)
    try insert(
      """
      INSERT INTO second_factors (id, user_id, created_at, sealed_secret, last_step, identity_id, method)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .blob(factor.id.bytes), .blob(factor.userID.bytes),
        .integer(try StoredTime.milliseconds(factor.createdAt)),
      ] + factor.kind.stored)
  }

  package func accept(step: Int64, of factor: SecondFactorRecord.ID, after last: Int64) throws -> Bool {
    try changesRow(
      "UPDATE second_factors SET last_step = ?2 WHERE id = ?1 AND last_step = ?3",
      [.blob(factor.bytes), .integer(step), .integer(last)])
  }

  package func delete(_ factor: SecondFactorRecord) throws {
    try collideWithSignIns(of: factor.userID)
    try apply("DELETE FROM second_factors WHERE id = ?1", [.blob(factor.id.bytes)])
  }

  package func setRecoveryCodes(_ hashes: [[UInt8]], of user: User.ID) throws {
    try apply("DELETE FROM recovery_codes WHERE user_id = ?1", [.blob(user.bytes)])
    for hash in hashes {
      try insert(
        "INSERT INTO recovery_codes (user_id, hash) VALUES (?1, ?2)", [.blob(user.bytes), .blob(hash)])
    }
  }

  package func useRecoveryCode(_ hash: [UInt8], of user: User.ID) throws -> Bool {
    try changesRow(
      "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2", [.blob(user.bytes), .blob(hash)])
  }
}

extension SecondFactorRecord {
  fileprivate init(_ row: borrowing SQLRow) throws {
    let kind: Kind =
      if let secret = try row.optionalBlob(3) {
        .authenticator(Authenticator(sealedSecret: secret, lastStep: try row.integer(4)))
      } else {
        .identity(try row.identifier(5), by: SignInMethodName(rawValue: try row.text(6)))
      }
    self.init(
      id: try row.identifier(0), userID: try row.identifier(1), kind: kind,
      createdAt: StoredTime.moment(try row.integer(2)))
  }
}

extension SecondFactorRecord.Kind {
  /// The columns of the kind, in the order of the statements above.
  fileprivate var stored: [SQLValue] {
    switch self {
    case .authenticator(let authenticator):
      [.blob(authenticator.sealedSecret), .integer(authenticator.lastStep), .null, .null]
    case .identity(let id, let method): [.null, .null, .blob(id.bytes), .text(method.rawValue)]
    }
  }
}
