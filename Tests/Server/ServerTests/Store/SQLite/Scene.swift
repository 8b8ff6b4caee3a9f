import Foundation

/// A directory that a test shares with the processes it starts. Its name contains the id of the test's process, which
/// is their parent.
struct Scene: Sendable {
  /// The number of challenges that the processes try to spend.
  static let challenges = 200

  let path: String

  private init(name: String, parent: Int32) {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("doorward-store-\(name)-\(parent)").path
  }

  /// For the test: makes an empty directory.
  static func made(_ name: String) throws -> Scene {
    let scene = Scene(name: name, parent: getpid())
    // From an earlier process with the same id.
    scene.remove()
    try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: true)
    return scene
  }

  /// For a process that the test has started: the directory of that test.
  static func joined(_ name: String) -> Scene { Scene(name: name, parent: getppid()) }

  var database: String { path + "/store.sqlite3" }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func files(prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(prefix) }
  }

  func lines(_ file: String) throws -> [String] {
    try String(contentsOfFile: path + "/" + file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  func size(of file: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
    return (attributes[.size] as? Int) ?? 0
  }

  /// Appends a line in one write, so that lines of several threads do not mix and a killed process leaves no partial line.
  ///
  /// - Returns: the size of the file afterwards.
  @discardableResult
  func append(_ line: String, to file: String) throws -> Int {
    let descriptor = open(path + "/" + file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard write(descriptor, line, line.utf8.count) == line.utf8.count else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return Int(lseek(descriptor, 0, SEEK_CUR))
  }

  /// Waits until `count` processes have called this function, for a minute at most.
  func meet(_ count: Int) throws {
    try append("", to: "here-\(getpid())")
    let deadline = ContinuousClock.now + .seconds(60)
    while try files(prefix: "here-").count < count, .now < deadline { sched_yield() }
  }
}
