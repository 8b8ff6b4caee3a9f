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
    package var application: Application
    package var format: UserImportFormat
    /// Whether the operator vouches for addresses that the export does not mark as verified.
    package var trustsAddresses = false
    package var firebaseProject: FirebaseScryptProject?
    /// Whether to check the records only.
    package var isDryRun = false

    package init(application: Application, format: UserImportFormat) {
      self.application = application
      self.format = format
    }
  }

  /// The numbers of records.
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

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let passwords: Passwords
  private let options: Options

  package init(
    store: any Store, clock: WallClock, random: RandomSource, passwords: Passwords, options: Options
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.passwords = passwords
    self.options = options
  }

  /// Imports a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - report: gets each refused record, and the progress after each transaction.
  /// - Returns: the numbers of records.
  /// - Throws: ``UserImportError``, ``StoreError``.
  package func run(_ path: String, _ report: (Event) -> Void) async throws -> Summary {
    var records = try ImportRecords(path, options.format)
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
    account.passwordHash = try user.hash.map { try passwords.seal($0).text }
    return try PlannedUser(record, user, account, options.format, at: clock.now, random)
  }

  /// Adds users in one transaction, or only decides about them.
  private func add(
    _ planned: [PlannedUser], _ tried: inout PlannedUsers, _ summary: inout Summary, _ report: (Event) -> Void
  ) async throws {
    let outcomes: [PlannedUser.Outcome]
    if options.isDryRun {
      let matches = try await store.read { snapshot in try planned.map { try $0.matches(in: snapshot) } }
      outcomes = zip(planned, matches).map { tried.outcome(of: $0, $1) }
    } else {
      let (now, application) = (clock.now, options.application.id)
      outcomes = try await store.write { transaction in
        try planned.map { user in
          let outcome = try user.outcome(user.matches(in: transaction))
          if case .new = outcome {
            try transaction.create(
              user.account, user.ids, for: application, createdAt: user.createdAt, at: now)
          }
          return outcome
        }
      }
    }
    for (user, outcome) in zip(planned, outcomes) {
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
}
