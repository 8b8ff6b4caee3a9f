import Doorward
import Foundation

/// Which server was signed in to last: who has said it once need not say it again.
struct RememberedServer {
  private let file: URL

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = configured.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(".config")
    file = folder.appendingPathComponent("doorward/user.json")
  }

  /// What it was; nil when nobody has signed in here.
  ///
  /// - Throws: ``Doorward/DoorwardError`` `invalid_configuration` when the file says something else.
  func configuration() throws(DoorwardError) -> DoorwardConfiguration? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try DoorwardConfiguration(contentsOf: file)
  }

  /// Keeps it for the next time.
  func keep(_ configuration: DoorwardConfiguration) {
    var members = ["server_url": configuration.serverURL.absoluteString]
    members["application_id"] = configuration.applicationID
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(members) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Without it the server has to be named again, which is no reason to fail.
    try? (data + Data("\n".utf8)).write(to: file, options: .atomic)
  }
}
