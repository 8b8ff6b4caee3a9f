import Foundation

/// The size of a stripped program.
enum SizeMeasurement {
  static func added(by program: String, to other: String) throws -> Int {
    try stripped(program) - stripped(other)
  }

  private static func stripped(_ program: String) throws -> Int {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("doorward-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try Tool.run("strip", "-o", copy.path, program)
    return try Data(contentsOf: copy, options: .alwaysMapped).count
  }
}
