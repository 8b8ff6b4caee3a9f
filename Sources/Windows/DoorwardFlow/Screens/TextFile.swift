/// A text file, such as that of recovery codes.
public struct TextFile: Hashable, Sendable {
  /// The format of a text.
  public enum Format: String, Hashable, Sendable {
    case plain
    /// A JSON document.
    case json
  }

  /// The proposed name.
  public var name: String
  /// The text.
  public var text: String
  /// The format of the text.
  public var format: Format

  package init(name: String, text: String, format: Format = .plain) {
    self.name = name
    self.text = text
    self.format = format
  }
}

extension TextFile: CustomStringConvertible, CustomReflectable {
  public var description: String { "TextFile(\(name))" }
  // A dump must show neither recovery codes nor the data of a user.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
