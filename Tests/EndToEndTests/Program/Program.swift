import Foundation
import Testing

/// The built `doorward`, run as people run it.
enum Program {
  /// Beside the test bundle in the build folder, or where `DOORWARD_BINARY` says.
  static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["DOORWARD_BINARY"] { return named }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    // On macOS the bundle is a folder, some levels down.
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent("doorward").path
      if FileManager.default.isExecutableFile(atPath: program) { return program }
    }
    return nil
  }()

  /// A process that is set up and not started, in a folder where it finds nothing, with no variable of ours.
  static func process(_ arguments: [String], in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try #require(path, "build the program first: swift build --build-tests"))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["PATH": "/usr/bin:/bin"]
    return process
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil
  ) async throws -> Outcome {
    let streams = try TemporaryFolder()
    let process = try process(arguments, in: folder ?? streams)
    process.environment?.merge(environment) { _, new in new }
    // Files, not pipes: neither side ever waits for the other.
    try streams.write(input, to: "input")
    process.standardInput = try FileHandle(forReadingFrom: streams.url("input"))
    for name in ["output", "errors"] { try streams.write([], to: name) }
    process.standardOutput = try FileHandle(forWritingTo: streams.url("output"))
    process.standardError = try FileHandle(forWritingTo: streams.url("errors"))
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        Issue.record("the program cannot be run: \(error)")
        continuation.resume()
      }
    }
    return Outcome(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
      output: try streams.read("output"), errors: String(decoding: try streams.read("errors"), as: UTF8.self))
  }
}

/// What a run came to.
struct Outcome: Sendable {
  var status: Int32
  var isSignal: Bool
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }
}
