/// A language file cannot be embedded. The error ends the build.
struct TextFileError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  var description: String { "\(file): \(reason)" }
}
