/// A file of the page that cannot be bundled, and why. It ends the build.
struct BundlingError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}
