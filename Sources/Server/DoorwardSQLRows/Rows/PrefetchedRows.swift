package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PrefetchedReads {
  /// The queries of the reads.
  ///
  /// - Throws: ``StoreError`` if a value cannot be stored.
  package func queries() throws -> PrefetchedQueries {
    switch self {
    case .signIn(let reads):
      let user = SubjectQueries(of: .holder(of: reads.identity))
      return PrefetchedQueries(user: user.subject, queries: try user.signIn(reads))
    case .proof(let reads):
      let user = SubjectQueries(of: .holder(of: reads.identity))
      var queries: [PrefetchedQueries.Query] = [
        .init(IdentityStatement.one, reads.identity.values, reading: ["identities"])
      ]
      for subject in reads.subjects {
        queries.append(.init(GuessStatement.one, [.blob(subject.bytes)], reading: ["guesses"]))
      }
      if reads.readsPassword { queries.append(user.password) }
      queries += try reads.signIn.map(user.signIn) ?? [user.user]
      return PrefetchedQueries(
        user: user.subject, queries: queries, version: reads.signIn == nil ? nil : user.version)
    case .refresh(let session, let application):
      let user = SubjectQueries(of: .user(of: session))
      return PrefetchedQueries(
        user: user.subject,
        queries: [.session(session), user.user, user.identities, user.grant(to: application)])
    case .call(let session):
      let user = SubjectQueries(of: .user(of: session))
      return PrefetchedQueries(user: user.subject, queries: [.session(session), user.user])
    case .nothing: return PrefetchedQueries(user: nil, queries: [])
    case .apiKey(let hash):
      return PrefetchedQueries(
        user: nil, queries: [.init(APIKeyStatement.ofHash, [.blob(hash)], reading: ["api_keys"])])
    case .exchange(let hash, let application, let instant):
      let user = SubjectQueries(of: .userOfPage(ofCode: hash))
      return PrefetchedQueries(
        user: user.subject,
        queries: [
          .init(AuthorizationCodeStatement.one, [.blob(hash)], reading: ["authorization_codes"]),
          .init(SessionStatement.one, [], of: .page(ofCode: hash), reading: ["sessions"]),
          user.user, user.secondFactors, user.identities, user.grant(to: application), user.profileChange,
          try user.liveSessions(areBrief: false, at: instant),
          try user.liveSessions(areBrief: true, at: instant),
        ])
    }
  }
}

extension PrefetchedQueries.Query {
  fileprivate static func session(_ id: Session.ID) -> Self {
    .init(SessionStatement.one, [.blob(id.bytes)], reading: ["sessions"], carriesOnlyAbsence: true)
  }
}

extension PrefetchedQueries.Selection {
  fileprivate static func holder(of identity: IdentityKey) -> Self {
    .init(
      "SELECT user_id FROM identities WHERE kind = ?1 AND identifier = ?2 AND realm = ?3", identity.values)
  }

  fileprivate static func user(of session: Session.ID) -> Self {
    .init("SELECT user_id FROM sessions WHERE id = ?1", [.blob(session.bytes)])
  }

  fileprivate static func page(ofCode hash: [UInt8]) -> Self {
    .init("SELECT page_session FROM authorization_codes WHERE hash = ?1", [.blob(hash)])
  }

  fileprivate static func userOfPage(ofCode hash: [UInt8]) -> Self {
    .init(
      """
      SELECT user_id FROM sessions
      WHERE id = (SELECT page_session FROM authorization_codes WHERE hash = ?1)
      """, [.blob(hash)])
  }
}

extension IdentityKey {
  /// The values of a query by the key.
  var values: [SQLValue] { [.text(kind.rawValue), .text(identifier), .text(realm ?? "")] }
}

/// The queries of the rows of a user whom another query selects.
private struct SubjectQueries {
  let subject: PrefetchedQueries.Selection

  init(of subject: PrefetchedQueries.Selection) { self.subject = subject }

  private func query(
    _ sql: StaticString, _ values: [SQLValue] = [], reading tables: [String],
    except ignoredColumn: String? = nil
  ) -> PrefetchedQueries.Query {
    .init(sql, values, of: subject, reading: tables, except: ignoredColumn)
  }

  var user: PrefetchedQueries.Query {
    query(UserStatement.one, reading: ["users", "photos", "pending_deletions"])
  }
  var version: PrefetchedQueries.Query { query(UserStatement.version, reading: ["users"]) }
  var password: PrefetchedQueries.Query { query(PasswordStatement.ofUser, reading: ["users"]) }
  var identities: PrefetchedQueries.Query { query(IdentityStatement.ofUser, reading: ["identities"]) }
  var secondFactors: PrefetchedQueries.Query {
    query(SecondFactorStatement.ofUser, reading: ["second_factors"])
  }

  /// An exchange collides with sign-ins of the user before it reads the time.
  var profileChange: PrefetchedQueries.Query {
    query(ProfileChangeStatement.ofUser, reading: ["users"], except: "changes")
  }

  /// A sign-in changes the copy of the user's last sign-in before it reads the grant.
  func grant(to application: String) -> PrefetchedQueries.Query {
    query(
      GrantStatement.one, [.text(application)], reading: ["application_grants"], except: "signed_in_at")
  }

  func liveSessions(areBrief: Bool, at instant: Date) throws -> PrefetchedQueries.Query {
    query(
      SessionStatement.liveCount,
      [.integer(areBrief ? 1 : 0), .integer(try StoredTime.milliseconds(instant))], reading: ["sessions"])
  }

  func signIn(_ reads: SignInReads) throws -> [PrefetchedQueries.Query] {
    var queries: [PrefetchedQueries.Query] = []
    if let repeated = reads.repeated { queries.append(.session(repeated)) }
    queries += [
      .init(IdentityStatement.ofUserWithKey, reads.identity.values, reading: ["identities"]),
      secondFactors, user, query(BanStatement.ofUser, reading: ["user_bans"]),
      .init(
        BanStatement.ofFormerHolder,
        [.blob(reads.identity.hash), .integer(try StoredTime.milliseconds(reads.instant))],
        reading: ["user_bans", "banned_identities"]),
      try liveSessions(areBrief: false, at: reads.instant), grant(to: reads.applicationID),
    ]
    return queries
  }
}
