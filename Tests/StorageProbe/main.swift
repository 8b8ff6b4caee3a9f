// The other process of the storage's tests: `StorageProbe <task> <folder> …`, which says what it did in lines.
import Doorward
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 3, let task = ProbeTask(rawValue: arguments[1]) else {
  FileHandle.standardError.write(Data("usage: StorageProbe <task> <folder> [times]\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[2])
let times = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
try await task.run(ProbeStorage.chosen(in: folder), folder: folder.path, times: times)
