package import DoorwardPasswords
import DoorwardSignIn
import DoorwardStore

/// The operator's import of users.
extension Administration {
  /// Imports the users of an export file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format.
  ///   - application: the application of the users; nil for the first.
  ///   - trustsAddresses: whether the operator vouches for addresses that the export does not mark as verified.
  ///   - firebaseProject: the parameters of a Firebase project; nil for none.
  ///   - isDryRun: whether to check the records only.
  ///   - report: gets each refused record, and the progress.
  /// - Returns: the numbers of records.
  /// - Throws: ``UserImportError``, `ConfigurationError`, ``StoreError``, `Problem` 403 if users of the application sign in
  ///   only through the browser.
  package func importUsers(
    _ path: String, _ format: UserImportFormat, to application: String?, trustsAddresses: Bool,
    firebaseProject: FirebaseScryptProject?, isDryRun: Bool, _ report: (UserImport.Event) -> Void
  ) async throws -> UserImport.Summary {
    let application = try await self.application(application)
    try application.requireDirectSignIn()
    var options = UserImport.Options(application: application, format: format)
    options.trustsAddresses = trustsAddresses
    options.firebaseProject = firebaseProject
    options.isDryRun = isDryRun
    return try await UserImport(
      store: installation.store, clock: clock, random: .system, passwords: passwords(), options: options
    ).run(path, report)
  }
}
