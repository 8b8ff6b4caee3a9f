import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

/// The operator's import of users.
extension Administration {
  /// Imports the users of an export file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - options: the format and the other choices of the operator.
  ///   - application: the application of the users; nil for the first.
  ///   - report: gets each refused record, and the progress.
  /// - Returns: the numbers of records.
  /// - Throws: ``UserImportError``, `ConfigurationError`, ``StoreError``, `Problem` 403 if users of the application sign in
  ///   only through the browser.
  package func importUsers(
    from path: String, options: UserImport.Options, to application: String?,
    report: (UserImport.Event) -> Void
  ) async throws -> UserImport.Summary {
    let application = try await self.application(application)
    try application.requireDirectSignIn()
    let details = SecurityLog.Details(application: application.id)
    // An import can fail or be interrupted when most of its users are stored.
    let users = UserImport(
      clock: clock, random: .system, options: options,
      destination: .application(application, installation.store, try passwords()) {
        [clock, origin, subjects = details.subjects] users in
        Event(.usersImported(count: users), about: subjects, by: origin, at: clock.now)
      })
    let summary: UserImport.Summary
    do { summary = try await users.run(path, report) } catch {
      await recordFailure(.usersImport, details, because: error)
      throw error
    }
    if summary.imported == 0 { try await record(.usersImported(count: 0), about: details.subjects) }
    return summary
  }

  /// Checks the users of an export file, and compares them with each other and with the users of the installation, if its
  /// database exists.
  ///
  /// - Returns: the numbers of records, and whether they were compared with a database.
  /// - Throws: the errors of ``importUsers(from:options:to:report:)``.
  package static func checkUsers(
    from path: String, options: UserImport.Options, to application: String?,
    in configuration: ServerConfiguration, clock: WallClock = .system,
    report: (UserImport.Event) -> Void
  ) async throws -> (summary: UserImport.Summary, hasDatabase: Bool) {
    func check(_ store: (any Store)?) async throws -> UserImport.Summary {
      let stored = try await store?.read { try $0.applications() } ?? []
      try configuration.application(application, besides: stored).requireDirectSignIn()
      return try await UserImport(
        clock: clock, random: .system, options: options, destination: .check(against: store)
      ).run(path, report)
    }
    guard try await configuration.hasDatabase() else { return (try await check(nil), false) }
    let store = try await configuration.openStore()
    let result: Result<UserImport.Summary, any Error>
    do { result = .success(try await check(store)) } catch { result = .failure(error) }
    await store.close()
    return (try result.get(), true)
  }
}
