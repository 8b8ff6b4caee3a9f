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
  AdminUserListCommand.self, AdminUserShowCommand.self, AdminUserExportCommand.self,
  AdminUserCreateCommand.self,
  AdminUserUpdateCommand.self, AdminUserDeleteCommand.self, AdminUserBanCommand.self,
  AdminUserUnbanCommand.self, AdminUserSessionsCommand.self, AdminUserEndSessionsCommand.self,
  AdminUserRemoveSecondFactorsCommand.self, AdminSessionsEndCommand.self,
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
  let index = CommandIndex(commands)
  switch index.find(arguments == ["--version"] ? VersionCommand.words : arguments) {
  case .command(let command, let rest): return await run(command, rest)
  case .help(let text):
    Output.line(text)
    return .done
  case .incomplete(let text):
    Output.say(text)
    return .wrongUse
  case .unknown(let message, let group): return wrongUse(message, group)
  }
}

private func run(_ command: any Command.Type, _ arguments: [String]) async -> ExitStatus {
  do {
    let arguments = try CommandArguments(arguments, options: command.options)
    if !arguments.has(CoreDumps.option) { try CoreDumps.disable() }
    return try await command.run(arguments)
  } catch let error as UsageError {
    return wrongUse("\(error.message)", command.words)
  } catch let error as ConfigurationError {
    for mistake in error.all { Output.fail("\(mistake)") }
    return .wrongUse
  } catch let problem as Problem {
    Output.fail("\(problem.detail)")
    return .refused
  } catch let error as any CodedError {
    Output.fail("\(error.reason)")
    return .refused
  } catch {
    Output.fail("\(String(describing: error))")
    return .refused
  }
}

/// Ends the process. Output is not buffered. A log must be flushed before.
func exitProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

private func wrongUse(_ message: EscapedText, _ words: [String]) -> ExitStatus {
  Output.fail(message)
  Output.say("Try \((["doorward"] + words + ["--help"]).joined(separator: " ")).")
  return .wrongUse
}
