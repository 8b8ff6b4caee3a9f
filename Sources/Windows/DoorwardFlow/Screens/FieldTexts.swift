public import Doorward
internal import DoorwardWire

/// The name of a field. A view has at most one field of each name.
public struct FieldName: Hashable, Sendable {
  /// The end of the field's accessibility identifier.
  let rawValue: String

  /// The identifier that a sign-in begins with.
  public static let identifier = FieldName(rawValue: "identifier")
  /// An email address or a phone number.
  public static let address = FieldName(rawValue: "address")
  public static let username = FieldName(rawValue: "username")
  /// The name of the user or of a passkey.
  public static let name = profile(.name)
  /// The present password.
  public static let password = FieldName(rawValue: "password")
  public static let newPassword = FieldName(rawValue: "newPassword")
  /// A code that was sent, or of an authenticator, or a recovery code.
  public static let code = FieldName(rawValue: "code")

  /// A text of the user's profile.
  public static func profile(_ field: UserClient.Field) -> FieldName { FieldName(rawValue: field.text.label) }
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
