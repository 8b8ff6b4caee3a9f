// ClientBench FOUNDATION SDK: measures the client SDK, how much larger the second program is than the first, and the build of
// the SDK. Run it in the folder of the package.
import Foundation

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ClientBench PROGRAM-WITHOUT-SDK PROGRAM-WITH-SDK\n".utf8))
  exit(2)
}
let added = try SizeMeasurement.added(by: CommandLine.arguments[2], to: CommandLine.arguments[1])
let build = try BuildMeasurement.run(FileManager.default.currentDirectoryPath)
print(try await ClientReport(added: added, build: build).text())
