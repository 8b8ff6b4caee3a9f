import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
package import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program whose first arguments name a command.
package struct CommandLineProgram: Sendable {
  private let name: String
  private let index: CommandIndex
  private let prepare: @Sendable (CommandArguments) throws -> Void

  /// - Parameters:
  ///   - name: The name with which the program is installed.
  ///   - about: A sentence about the program, for its list of commands.
  ///   - commands: All commands, in the order of the help.
  ///   - prepare: Runs before each command.
  package init(
    _ name: String, about: String, commands: [any Command.Type],
    prepare: @escaping @Sendable (CommandArguments) throws -> Void = { _ in }
  ) {
    self.name = name
    index = CommandIndex(CommandHelp(program: name, about: about), commands)
    self.prepare = prepare
  }

  /// Finds the command of the arguments and runs it. Data goes to standard output, messages to standard error.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Returns: The exit status of the process.
  package func run(_ arguments: [String]) async -> ExitStatus {
    switch index.find(arguments) {
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
      try prepare(arguments)
      return try await command.run(arguments)
    } catch let error as UsageError {
      return wrongUse("\(error.message)", command.words)
    } catch let error as ConfigurationError {
      for mistake in error.all { fail("\(mistake)") }
      return .wrongUse
    } catch let problem as Problem {
      fail("\(problem.detail)")
      return .refused
    } catch let error as any CodedError {
      fail("\(error.reason)")
      return .refused
    } catch {
      fail("\(String(describing: error))")
      return .refused
    }
  }

  /// Writes the reason of a failure as a message, after the name of the program.
  package func fail(_ reason: EscapedText) { Output.say("\(name): \(reason)") }

  private func wrongUse(_ message: EscapedText, _ words: [String]) -> ExitStatus {
    fail(message)
    Output.say("Try \(([name] + words + ["--help"]).joined(separator: " ")).")
    return .wrongUse
  }
}

/// Ends the process. Output is not buffered. A log must be flushed before.
package func exitProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }
