package import DoorwardPasswords
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Imports the users of another system into an application.
///
/// Each record that is accepted becomes one user in one transaction, together with its neighbours in the file. A run that
/// was interrupted is repeated: a record whose user exists is not imported again.
package struct UserImport: Sendable {
  /// The number of users in one transaction. Requests of a running server wait for it.
  private static let batch = 50

  /// The choices of the operator.
  package struct Options: Sendable {
    package var format: UserImportFormat
    /// Whether the operator vouches for addresses that the export does not mark as verified.
    package var trustsAddresses = false
    package var firebaseProject: FirebaseScryptProject?

    package init(format: UserImportFormat) { self.format = format }
  }

  /// What becomes of the users.
  package enum Destination: Sendable {
    /// They are added to an application. Each transaction that adds users stores the event of the act with their number.
    case application(
      Application, any Store, Passwords, event: @Sendable (_ users: Int) -> DoorwardStore.Event)
    /// They are only compared with each other, and with the users of a store if there is one.
    case check(against: (any Store)?)
  }

  /// The numbers of records. The first is the sum of the others.
  package struct Summary: Sendable, Equatable {
    package var read = 0
    package var imported = 0
    /// The records whose users exist.
    package var known = 0
    package var refused = 0
    /// The records of other objects than users.
    package var ignored = 0
  }

  /// A report about the run.
  package enum Event: Sendable {
    case refused(index: Int, line: Int, RecordRefusal)
    case progress(Summary)
  }

  private let clock: WallClock
  private let random: RandomSource
  private let options: Options
  private let destination: Destination

  package init(clock: WallClock, random: RandomSource, options: Options, destination: Destination) {
    self.clock = clock
    self.random = random
    self.options = options
    self.destination = destination
  }

  /// Imports a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - report: gets each refused record, and the progress after each transaction.
  /// - Returns: the numbers of records.
  /// - Throws: ``UserImportError``, ``StoreError``.
  package func run(_ path: String, _ report: (Event) -> Void) async throws -> Summary {
    var records = try ImportRecords(path, options.format, trustsAddresses: options.trustsAddresses)
    var summary = Summary()
    var planned: [PlannedUser] = []
    var tried = PlannedUsers()
    while let record = try records.next() {
      summary.read += 1
      do {
        if let user = try plan(record) { planned.append(user) } else { summary.ignored += 1 }
      } catch let refusal as RecordRefusal {
        summary.refused += 1
        report(.refused(index: record.index, line: record.line, refusal))
      }
      guard planned.count == Self.batch else { continue }
      try await add(planned, &tried, &summary, report)
      planned = []
    }
    try await add(planned, &tried, &summary, report)
    return summary
  }

  private func plan(_ record: ImportRecord) throws -> PlannedUser? {
    guard let user = try options.format.user(record.content.get(), options.firebaseProject) else {
      return nil
    }
    var account = try user.account(trustingAddresses: options.trustsAddresses, at: clock.now)
    if case .application(_, _, let passwords, _) = destination {
      account.passwordHash = try user.hash.map { try passwords.seal($0).text }
    }
    return try PlannedUser(record, user, account, options.format, at: clock.now, random)
  }

  private func add(
    _ planned: [PlannedUser], _ tried: inout PlannedUsers, _ summary: inout Summary, _ report: (Event) -> Void
  ) async throws {
    for (user, outcome) in zip(planned, try await outcomes(planned, &tried)) {
      switch outcome {
      case .new: summary.imported += 1
      case .known: summary.known += 1
      case .refused(let refusal):
        summary.refused += 1
        report(.refused(index: user.index, line: user.line, refusal))
      }
    }
    report(.progress(summary))
  }

  /// Adds users in one transaction, or only decides about them.
  private func outcomes(
    _ planned: [PlannedUser], _ tried: inout PlannedUsers
  ) async throws -> [PlannedUser.Outcome] {
    switch destination {
    case .check(let store):
      let now = clock.now
      let matches =
        try await store?.read { snapshot in try planned.map { try $0.matches(in: snapshot, at: now) } }
        ?? planned.map(\.noMatches)
      return zip(planned, matches).map { tried.outcome(of: $0, $1) }
    case .application(let application, let store, _, let event):
      let now = clock.now
      return try await store.write { transaction in
        var added = 0
        let outcomes = try planned.map { user in
          let outcome = try user.outcome(user.matches(in: transaction, at: now))
          guard case .new = outcome else { return outcome }
          try transaction.create(
            user.account, user.ids, for: application.id, createdAt: user.createdAt, at: now)
          if let record = user.importID { try transaction.setImportID(record, of: user.ids.user) }
          added += 1
          return outcome
        }
        if added > 0 { try transaction.insert(event(added)) }
        return outcomes
      }
    }
  }
}
