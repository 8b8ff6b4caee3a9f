/// The name of a field. A view has at most one field of each name.
public enum FieldName: String, Hashable, Sendable, CaseIterable {
  /// The identifier that a sign-in begins with.
  case identifier
  /// An email address or a phone number.
  case address
  case username
  case name
  case firstName
  case lastName
  /// The language of the user.
  case language
  /// The present password.
  case password
  case newPassword
  /// A code that was sent, or of an authenticator, or a recovery code.
  case code
}

/// The texts that the user has typed into the fields of a view.
public struct FieldTexts: Hashable, Sendable {
  private var texts: [FieldName: String]

  /// Makes a list of texts.
  public init(_ texts: [FieldName: String] = [:]) { self.texts = texts }

  /// The text of a field; empty if the view has no such field.
  public subscript(_ name: FieldName) -> String {
    get { texts[name] ?? "" }
    set { texts[name] = newValue }
  }

  /// Whether the view has the field.
  func has(_ name: FieldName) -> Bool { texts[name] != nil }
}

extension FieldTexts: CustomStringConvertible, CustomReflectable {
  public var description: String { "FieldTexts" }
  // A dump must not show passwords and codes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
