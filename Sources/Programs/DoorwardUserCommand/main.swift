// doorward-user: sign-in on this machine from the command line. It uses the SDK like any other app.
import Doorward
import Encodings
import Foundation

Console.reserveStreams()
do {
  do {
    let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
    exit(try await UserProgram(invocation).run())
  } catch Invocation.Refusal.text(let text) {
    try Console.write(EscapedText(lines: text))
    exit(0)
  }
} catch Invocation.Refusal.wrongUse(let text) {
  Console.fail(EscapedText(lines: text))
  exit(2)
} catch is Console.NotPrinted {
  Console.fail("standard output cannot be written\n")
  exit(1)
} catch let error as DoorwardError {
  // The message may contain text of a server.
  Console.fail("\(error.reason)\(error.traceID.map { " (\($0))" } ?? "")\n")
  if let advice = error.recoverySuggestion { Console.say("\(advice)") }
  exit(error.code == .invalidConfiguration ? 2 : 1)
} catch {
  Console.fail("\(String(describing: error))\n")
  exit(1)
}
