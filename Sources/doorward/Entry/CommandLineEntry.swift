import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All commands, in the order of the help.
let commands: [any Command.Type] = [
  ServeCommand.self, VerifyCommand.self, DoctorCommand.self, TryCommand.self,
  AdminApplicationAddCommand.self, AdminApplicationSetCommand.self, AdminApplicationRemoveCommand.self,
  AdminApplicationListCommand.self, AdminApplicationSecretCommand.self,
  AdminUserListCommand.self, AdminUserShowCommand.self, AdminUserCreateCommand.self,
  AdminUserUpdateCommand.self, AdminUserDeleteCommand.self, AdminUserBanCommand.self,
  AdminUserUnbanCommand.self, AdminUserSessionsCommand.self, AdminUserEndSessionsCommand.self,
  AdminUserRemoveSecondFactorsCommand.self,
  AdminUserInviteCommand.self, AdminInvitationListCommand.self, AdminInvitationRevokeCommand.self,
  AdminKeyCreateCommand.self, AdminKeyListCommand.self, AdminKeyRevokeCommand.self, KeysListCommand.self,
  KeysRotateCommand.self, KeysRevokeCommand.self, DatabaseCheckCommand.self, DatabaseBackupCommand.self,
  DatabaseMigrateCommand.self, DatabaseCopyCommand.self, MailPreviewCommand.self, MailTestCommand.self,
  MailUndeliveredCommand.self,
  PasswordsImportCommand.self, UsersImportCommand.self, MetadataVerifyCommand.self, BenchCommand.self,
  VersionCommand.self,
]

/// Finds the command of the given words and runs it. Data goes to standard output, messages to standard error.
func runCommandLine(_ arguments: [String]) async -> ExitStatus {
  if arguments.isEmpty {
    StandardStream.error.line(CommandHelp.list(commands))
    return .wrongUse
  }
  let arguments = arguments == ["--version"] ? VersionCommand.words : arguments
  let named = commands.filter { arguments.starts(with: $0.words) }
  guard let command = named.max(by: { $0.words.count < $1.words.count }) else { return group(arguments) }
  let rest = Array(arguments.dropFirst(command.words.count))
  if asksForHelp(rest) {
    StandardStream.output.line(CommandHelp.text(command))
    return .done
  }
  do {
    let arguments = try CommandArguments(rest, options: command.options)
    if !arguments.has(CoreDumps.option) { try CoreDumps.disable() }
    return try await command.run(arguments)
  } catch let error as UsageError {
    return wrongUse(error.message, command)
  } catch let error as ConfigurationError {
    for mistake in error.all { StandardStream.error.line("doorward: \(mistake)") }
    return .wrongUse
  } catch let problem as Problem {
    StandardStream.error.line("doorward: \(problem.detail)")
    return .refused
  } catch let error as any CodedError {
    StandardStream.error.line("doorward: \(error.reason)")
    return .refused
  } catch {
    StandardStream.error.line("doorward: \(error)")
    return .refused
  }
}

/// Ends the process. Output is not buffered. A log must be flushed before.
func exitProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

private func asksForHelp(_ arguments: [String]) -> Bool {
  arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
}

/// Handles words that are not a command: prints the help of all commands, or of the commands that begin with them.
private func group(_ arguments: [String]) -> ExitStatus {
  if arguments == ["help"] || (arguments[0].hasPrefix("-") && asksForHelp(arguments)) {
    StandardStream.output.line(CommandHelp.list(commands))
    return .done
  }
  let words = Array(arguments.prefix { !$0.hasPrefix("-") })
  let members = words.isEmpty ? [] : commands.filter { $0.words.starts(with: words) }
  if !members.isEmpty, asksForHelp(arguments) {
    StandardStream.output.line(CommandHelp.list(members, of: words))
    return .done
  }
  let known = commands.filter { $0.words.first == words.first }.map { $0.words.joined(separator: " ") }
  guard !known.isEmpty else { return wrongUse("there is no command \"\(arguments[0])\"") }
  return wrongUse("choose a command: \(known.joined(separator: ", "))")
}

private func wrongUse(_ message: String, _ command: (any Command.Type)? = nil) -> ExitStatus {
  StandardStream.error.line("doorward: \(message)")
  let words = command.map { $0.words.joined(separator: " ") + " " } ?? ""
  StandardStream.error.line("Try doorward \(words)--help.")
  return .wrongUse
}
