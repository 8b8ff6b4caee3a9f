/// A language file cannot be embedded. The error ends the build.
struct TextFileError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}
