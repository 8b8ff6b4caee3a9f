internal import Foundation

/// The built server as a child process, in a folder of its own, with no node of a chain to be reached.
public final class RunningServer: Sendable {
  /// The account origin, as the server prints it.
  public let origin: String
  private let process: ServerChild
  private let folder: URL

  private init(process: ServerChild, folder: URL, origin: String) {
    self.process = process
    self.folder = folder
    self.origin = origin
  }

  /// What a server is configured with unless a test says otherwise.
  public static let unreachableChain = #"{"near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}}"#

  /// Starts one.
  ///
  /// - Parameter configuration: its `doorward.json`.
  /// - Returns: it, once it listens.
  /// - Throws: what kept it from starting.
  public static func start(configuration: String = unreachableChain) async throws -> RunningServer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: folder.appending(path: "doorward.json"))
    let child = try ServerChild(folder)
    guard let line = await child.firstLine(), line.hasPrefix("account http"),
      let origin = line.split(separator: " ").last
    else { throw NotStarted() }
    return RunningServer(process: child, folder: folder, origin: String(origin))
  }

  /// The server is not built, or did not say where it listens.
  public struct NotStarted: Error {}

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
