// The other process of the client's tests: `ClientProbe <task> <folder> …`. It prints lines.
import Doorward
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(Data("usage: ClientProbe <task> <folder> [times]\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[2])
let times = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
if arguments[1] == "log" {
  // An app without its own logger.
  DoorwardLogger.warning("A message.")
  DoorwardLogger.system().warning("A message.")
  ProbeOutput.say("logged")
  exit(0)
}
if arguments[1] == "wait" {
  try await TransportTask.wait(for: ProcessInfo.processInfo.environment["PROBE_URL"] ?? "")
  exit(0)
}
let storage = ProbeStorage.chosen(in: folder)
if let task = StorageTask(rawValue: arguments[1]) {
  try await task.run(storage, folder: folder.path, times: times)
} else if let task = SessionTask(rawValue: arguments[1]) {
  try await task.run(storage, times: times)
} else {
  exit(2)
}
