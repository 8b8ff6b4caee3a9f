internal import Foundation

/// A program of this package.
package enum BuiltProgram {
  /// Finds a program in the build folder, beside the tests.
  ///
  /// - Parameter name: The name of the program.
  /// - Returns: The path; nil if the program has not been built.
  package static func path(_ name: String) -> String? {
    // On macOS the tests are in a bundle, some levels deeper, and another program runs them.
    let tests = [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    for var folder in tests.map({ $0.resolvingSymlinksInPath() }) {
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let program = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: program.path) { return program.path }
      }
    }
    return nil
  }
}
