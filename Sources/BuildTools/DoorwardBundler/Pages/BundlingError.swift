/// A file of the page cannot be bundled. The error ends the build.
struct BundlingError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}
