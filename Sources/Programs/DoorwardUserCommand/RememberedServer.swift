import Doorward
import Foundation

/// The server of the last sign-in, so that later commands need not name it.
struct RememberedServer {
  private let file: URL

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = configured.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(".config")
    file = folder.appendingPathComponent("doorward/user.json")
  }

  /// The server; nil if there was no sign-in.
  ///
  /// - Throws: ``Doorward/DoorwardError`` `invalid_configuration` if the file is not a configuration.
  func configuration() throws(DoorwardError) -> DoorwardConfiguration? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try DoorwardConfiguration(contentsOf: file)
  }

  /// Stores the server for later commands.
  func keep(_ configuration: DoorwardConfiguration) {
    var members = ["server_url": configuration.serverURL.absoluteString]
    members["application_id"] = configuration.applicationID
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(members) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A failure is ignored: the user can name the server again.
    try? (data + Data("\n".utf8)).write(to: file, options: .atomic)
  }
}
