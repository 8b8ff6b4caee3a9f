// ClientBench FOUNDATION SDK: measures the client SDK, and how much larger the second program is than the first.
import Foundation

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ClientBench PROGRAM-WITHOUT-SDK PROGRAM-WITH-SDK\n".utf8))
  exit(2)
}
let added = try SizeMeasurement.added(by: CommandLine.arguments[2], to: CommandLine.arguments[1])
print(try await ClientReport(added: added).text())
