package import DoorwardStore

extension PrefetchedReads {
  /// The queries of the reads.
  ///
  /// - Throws: ``StoreError`` if a value cannot be stored.
  package func queries() throws -> PrefetchedQueries {
    switch self {
    case .signIn(let key, let application, let repeated, let instant):
      let identity: [SQLValue] = [
        .text(key.kind.rawValue), .text(key.identifier), .text(key.realm ?? ""),
      ]
      let now = try StoredTime.milliseconds(instant)
      return PrefetchedQueries(
        user: "SELECT user_id FROM identities WHERE kind = ?1 AND identifier = ?2 AND realm = ?3",
        userValues: identity,
        queries: (repeated.map { [Self.session($0)] } ?? []) + [
          .of(IdentityStatement.ofUserWithKey, identity, reading: ["identities"]),
          .ofUser(SecondFactorStatement.ofUser, reading: ["second_factors"]), Self.user,
          .ofUser(BanStatement.ofUser, reading: ["user_bans"]),
          .of(
            BanStatement.ofFormerHolder, [.blob(key.hash), .integer(now)],
            reading: ["user_bans", "banned_identities"]),
          .ofUser(SessionStatement.liveCount, [.integer(0), .integer(now)], reading: ["sessions"]),
          Self.grant(application),
        ])
    case .refresh(let session, let application):
      return PrefetchedQueries(
        user: "SELECT user_id FROM sessions WHERE id = ?1", userValues: [.blob(session.bytes)],
        queries: [
          Self.session(session), Self.user, .ofUser(IdentityStatement.ofUser, reading: ["identities"]),
          Self.grant(application),
        ])
    }
  }

  private static func session(_ id: Session.ID) -> PrefetchedQueries.Query {
    .of(SessionStatement.one, [.blob(id.bytes)], reading: ["sessions"])
  }

  private static var user: PrefetchedQueries.Query {
    .ofUser(UserStatement.one, reading: ["users", "photos", "pending_deletions"])
  }

  /// Before a sign-in reads the grant, it changes only the copy of the user's last sign-in, which the query does not read.
  private static func grant(_ application: String) -> PrefetchedQueries.Query {
    .ofUser(GrantStatement.one, [.text(application)], reading: [])
  }
}
