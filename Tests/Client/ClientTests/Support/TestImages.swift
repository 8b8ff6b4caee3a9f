import Foundation

/// Images for uploads, from the tests of the module that decodes them.
enum TestImages {
  static func data(_ name: String) throws -> Data {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appendingPathComponent("Server/PhotoTests/Images/\(name)"))
  }
}
