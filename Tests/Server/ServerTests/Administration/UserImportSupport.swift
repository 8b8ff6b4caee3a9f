import DoorwardPasswords
import DoorwardServer
import Foundation

/// The numbers of an import, and the records that it refused.
struct ImportResult {
  var summary: UserImport.Summary
  var refused: [(index: Int, line: Int, code: String, reason: String)]
}

extension TestServer {
  /// Imports a file as the command does.
  func importing(
    _ bytes: [UInt8], _ format: UserImportFormat, trusting: Bool = false,
    project: FirebaseScryptProject? = nil, isDryRun: Bool = false
  ) async throws -> ImportResult {
    let path = directory.file("export")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var options = UserImport.Options(format: format)
    options.trustsAddresses = trusting
    options.firebaseProject = project
    var refused: [(index: Int, line: Int, code: String, reason: String)] = []
    func note(_ event: UserImport.Event) {
      guard case .refused(let index, let line, let refusal) = event else { return }
      refused.append((index, line, refusal.code.rawValue, refusal.reason))
    }
    let summary =
      if isDryRun {
        try await Administration.checkUsers(
          from: path, options: options, to: nil, in: configuration, clock: clock.wallClock, report: note
        ).summary
      } else {
        try await administer { try await $0.importUsers(from: path, options: options, to: nil, report: note) }
      }
    return ImportResult(summary: summary, refused: refused)
  }

  func importing(
    _ text: String, _ format: UserImportFormat, isDryRun: Bool = false
  ) async throws -> ImportResult {
    try await importing(Array(text.utf8), format, isDryRun: isDryRun)
  }
}
