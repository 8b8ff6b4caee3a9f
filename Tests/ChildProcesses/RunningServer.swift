internal import Foundation

/// The built server as a child process, in its own folder, with an unreachable chain.
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

  /// The default configuration.
  public static let unreachableChain = #"{"near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}}"#

  /// Starts a server.
  ///
  /// - Parameter configuration: the content of `doorward.json`.
  /// - Returns: the server, which listens.
  /// - Throws: the error of the start.
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

  /// The server is not built, or did not print its address.
  public struct NotStarted: Error {}

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
