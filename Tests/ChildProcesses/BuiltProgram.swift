public import Foundation

extension ChildProcess {
  /// A program of this package.
  ///
  /// - Parameter name: the name of the program.
  /// - Returns: the program in the build folder, beside the tests; nil if it has not been built.
  public static func built(_ name: String) -> URL? {
    // On macOS the tests are in a bundle, some levels deeper, and another program runs them.
    let tests = [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    for var folder in tests.map({ $0.resolvingSymlinksInPath() }) {
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let program = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      }
    }
    return nil
  }
}
