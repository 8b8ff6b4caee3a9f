import DoorwardServer
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every command there is, in the order the help lists them.
let commands: [any Command.Type] = [
  ServeCommand.self, VerifyCommand.self, DoctorCommand.self, TryCommand.self,
  AdminApplicationListCommand.self, AdminApplicationSecretCommand.self,
  AdminKeyCreateCommand.self, AdminKeyListCommand.self, AdminKeyRevokeCommand.self, KeysListCommand.self,
  KeysRotateCommand.self, KeysRevokeCommand.self, DatabaseCheckCommand.self, DatabaseBackupCommand.self,
  DatabaseMigrateCommand.self, BenchCommand.self,
]

/// Finds the command the words name and runs it. Data goes to standard output, messages to standard error.
func runCommandLine(_ arguments: [String]) async -> ExitStatus {
  if arguments.isEmpty {
    StandardStream.error.line(CommandHelp.list(commands))
    return .wrongUse
  }
  if arguments == ["--help"] || arguments == ["help"] {
    StandardStream.output.line(CommandHelp.list(commands))
    return .done
  }
  if arguments == ["--version"] {
    StandardStream.output.line("doorward \(DoorwardVersion.current)")
    return .done
  }
  let named = commands.filter { arguments.starts(with: $0.words) }
  guard let command = named.max(by: { $0.words.count < $1.words.count }) else {
    return wrongUse(partial(arguments))
  }
  let rest = Array(arguments.dropFirst(command.words.count))
  if rest.prefix(while: { $0 != "--" }).contains("--help") {
    StandardStream.output.line(CommandHelp.text(command))
    return .done
  }
  do {
    return try await command.run(CommandArguments(rest, options: command.options))
  } catch let error as UsageError {
    return wrongUse(error.message, command)
  } catch let error as ConfigurationError {
    StandardStream.error.line("doorward: \(error)")
    return .wrongUse
  } catch let error as any CodedError {
    StandardStream.error.line("doorward: \(error.reason)")
    return .refused
  } catch {
    StandardStream.error.line("doorward: \(error)")
    return .refused
  }
}

/// Ends the process; nothing is left buffered.
func exitProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

private func partial(_ arguments: [String]) -> String {
  let known = commands.filter { $0.words.first == arguments.first }.map { $0.words.joined(separator: " ") }
  guard !known.isEmpty else { return "there is no command \"\(arguments[0])\"" }
  return "which one: \(known.joined(separator: ", "))?"
}

private func wrongUse(_ message: String, _ command: (any Command.Type)? = nil) -> ExitStatus {
  StandardStream.error.line("doorward: \(message)")
  let words = command.map { $0.words.joined(separator: " ") + " " } ?? ""
  StandardStream.error.line("Try doorward \(words)--help.")
  return .wrongUse
}
