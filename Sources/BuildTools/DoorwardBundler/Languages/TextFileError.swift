/// A language file cannot be embedded. The error ends the build.
package struct TextFileError: Error, Equatable, CustomStringConvertible {
  package let file: String
  package let reason: String

  package init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  package var description: String { "\(file): \(reason)" }
}
