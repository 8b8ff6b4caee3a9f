// doorward-user: who is signed in on this machine, on the command line. Built on the SDK, as any app.
import Doorward
import Foundation

do {
  let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
  exit(try await UserProgram(invocation).run())
} catch let refusal as Invocation.Refusal {
  switch refusal {
  case .text(let text):
    FileHandle.standardOutput.write(Data(text.utf8))
    exit(0)
  case .wrongUse(let text):
    Console.fail(text)
    exit(2)
  }
} catch let error as DoorwardError {
  // Some of it is what a server said.
  Console.fail(Console.plain("\(error.reason)\(error.traceID.map { " (\($0))" } ?? "")") + "\n")
  if let advice = error.recoverySuggestion { Console.say(Console.plain(advice)) }
  exit(error.code == .invalidConfiguration ? 2 : 1)
} catch {
  Console.fail("\(error)\n")
  exit(1)
}
