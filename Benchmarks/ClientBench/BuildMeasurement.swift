import Foundation

/// The first build of an app with the SDK: everything that SwiftPM compiles for the product `Doorward`, in debug and from nothing.
struct BuildMeasurement {
  /// In seconds.
  let time: Double
  /// The processor time of the build with its compilers, in seconds.
  let processorTime: Double

  /// Builds the package of apps in the folder.
  static func run(_ package: String) throws -> Self {
    let results = FileManager.default.temporaryDirectory.appendingPathComponent(
      "doorward-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: results) }
    let (start, used) = (ContinuousClock.now, processorTimeOfPrograms())
    try Tool.run(
      "swift", "build", "--package-path", package, "--scratch-path", results.path, "--target", "Doorward")
    return Self(
      time: (ContinuousClock.now - start) / .seconds(1), processorTime: processorTimeOfPrograms() - used)
  }

  /// The processor time of all programs that this one has run to their end, in seconds.
  private static func processorTimeOfPrograms() -> Double {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
