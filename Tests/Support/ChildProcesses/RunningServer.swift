internal import DoorwardSystem
internal import Foundation

/// The built server as a child process, in its own folder, with an unreachable chain.
public final class RunningServer: Sendable {
  /// The account origin, as the server prints it.
  public let origin: String
  private let child: RunningChild
  private let folder: URL
  private let codes = PrintedCodes()

  private init(child: RunningChild, folder: URL, origin: String) {
    self.child = child
    self.folder = folder
    self.origin = origin
    // The server ends when it is released, and its output with it.
    Task.detached { [codes] in
      while let line = await child.errorLine() { await codes.add(line) }
      await codes.end()
    }
  }

  /// Waits for the next one-time code that the server sends to an address.
  ///
  /// - Parameter address: An email address, or a phone number in the form of E.164.
  /// - Returns: The code; nil if the task was cancelled before.
  public func code(to address: String) async -> String? { await codes.next(to: address) }

  /// Runs a command on the server's data, such as `admin user ban`.
  ///
  /// - Parameter command: The words and options of the command.
  /// - Throws: An error if the command fails.
  public func run(_ command: [String]) async throws {
    guard let program = BuiltProgram.path("doorward-server") else { throw NotStarted() }
    let child = try RunningChild(
      ChildProgram(program, command + ["--data", "data"]).working(in: folder.path))
    guard await child.wait() == .exited(status: 0) else { throw CommandFailed() }
  }

  /// A command on the server's data has failed.
  public struct CommandFailed: Error {}

  /// The default configuration.
  public static let unreachableChain = #"{"near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}}"#

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - configuration: The content of `doorward.json`.
  ///   - address: The address to listen on.
  /// - Returns: The server, which listens.
  /// - Throws: The error of the start.
  public static func start(
    configuration: String = unreachableChain, listening address: String = "127.0.0.1:0"
  ) async throws -> RunningServer {
    guard let program = BuiltProgram.path("doorward-server") else { throw NotStarted() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: folder.appending(path: "doorward.json"))
    let arguments = ["serve", "--development", "--listen", address, "--data", "data"]
    var server = ChildProgram(program, arguments).working(in: folder.path)
    server.output = .pipe
    server.errors = .pipe
    let child = try RunningChild(server)
    guard let line = await child.line(), line.hasPrefix("account http"),
      let origin = line.split(separator: " ").last
    else { throw NotStarted() }
    return RunningServer(child: child, folder: folder, origin: String(origin))
  }

  /// The server is not built, or did not print its address.
  public struct NotStarted: Error {}

  deinit {
    child.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
