public import Foundation

extension ChildProcess {
  /// A program of this package.
  ///
  /// - Parameter name: what it is called.
  /// - Returns: where it is, beside the tests in the build folder; nil where it has not been built.
  public static func built(_ name: String) -> URL? {
    // On a Mac the tests are in a bundle there, some levels down, and another program runs them.
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
