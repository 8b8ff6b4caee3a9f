import DoorwardCommandLine
import DoorwardPasswords
import DoorwardServer
import DoorwardSessions
import Encodings

/// Imports the users of another system.
enum UsersImportCommand: Command {
  static let words = ["users", "import"]
  static let summary = "import users with their passwords from an export of another system"
  static let synopsis = "--format FORMAT FILE [OPTION…]"
  static let options =
    [
      CommandOption("format", value: "FORMAT", "auth0, firebase, supabase, clerk or django"),
      CommandOption("dry-run", "check the file and import nothing; needs no database"),
      CommandOption(
        "trust-addresses", "import addresses that the export does not mark as verified; you vouch for them"),
      CommandOption(
        "firebase-hash-config", value: "FILE", "the password hash parameters of the Firebase project"),
      UserOptions.application,
    ] + ConfigurationOptions.all
  static let discussion = """
    FILE is a JSON array, JSON Lines, or for supabase and clerk also CSV; it may be larger than the memory.
    A user signs in with the old password, whose hash is then replaced. Users that the other system has
    disabled are banned. A second run imports only the records whose users do not exist. The server may run
    at the same time.

    The command reports each refused record on standard error, and exits with 1 if there are any.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    guard let name = arguments["format"], let format = UserImportFormat(rawValue: name) else {
      let known = UserImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "--format is required: one of \(known)")
    }
    var options = UserImport.Options(format: format)
    options.trustsAddresses = arguments.has("trust-addresses")
    options.firebaseProject = try arguments["firebase-hash-config"].map(project)
    let (path, application) = (arguments.operands[0], arguments["application"])
    let configuration = try ConfigurationOptions.configuration(arguments)
    var progress = UserImportProgress()
    let summary: UserImport.Summary
    if arguments.has("dry-run") {
      let check = try await Administration.checkUsers(
        from: path, options: options, to: application, in: configuration
      ) {
        progress.show($0)
      }
      progress.finish()
      if !check.hasDatabase {
        Output.say("there is no database yet: the records were compared only with each other")
      }
      summary = check.summary
    } else {
      summary = try await Administration.using(configuration, making: true) { administration in
        try await administration.importUsers(from: path, options: options, to: application) {
          progress.show($0)
        }
      }
      progress.finish()
    }
    Output.line("\(text(of: summary, verb: arguments.has("dry-run") ? "can be imported" : "imported"))")
    return summary.refused == 0 ? .done : .refused
  }

  private static func text(of summary: UserImport.Summary, verb: String) -> String {
    "\(summary.imported) users \(verb), \(summary.known) exist, \(summary.refused) records refused"
      + (summary.ignored == 0 ? "" : ", \(summary.ignored) other records ignored")
  }

  private static func project(_ path: String) throws -> FirebaseScryptProject {
    guard let bytes = try TextFile.read(path) else {
      throw UsageError(message: "--firebase-hash-config: there is no file \(path)")
    }
    return try FirebaseScryptProject(
      console: String(decoding: ByteOrderMark.skipped(in: bytes), as: UTF8.self))
  }
}

/// Shows the progress of an import of users on standard error: on one line of a terminal, otherwise a line for each
/// 10,000 records.
private struct UserImportProgress {
  private let line = ProgressLine()
  private var shown = 0

  mutating func show(_ event: UserImport.Event) {
    switch event {
    case .refused(let index, let place, let refusal):
      clear()
      Output.say(
        "record \(index) on line \(place) refused, \(refusal.code.rawValue): \(refusal.reason)")
    case .progress(let summary):
      let text: EscapedText = "\(summary.read) records read, \(summary.imported) imported"
      if line.isTerminal {
        line.show(text)
      } else if summary.read / 10_000 > shown {
        shown = summary.read / 10_000
        Output.say(text)
      }
    }
  }

  func finish() { clear() }

  private func clear() {
    line.clear()
  }
}
