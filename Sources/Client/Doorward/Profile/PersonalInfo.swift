package import DoorwardWire
internal import Encodings

// Everything that the SDK has for each text of the profile.

extension UserClient {
  /// A text field of the profile that the user may clear.
  public enum Field: Sendable, CaseIterable {
    case name, firstName, lastName, locale

    package var text: ProfileText {
      switch self {
      case .name: .name
      case .firstName: .firstName
      case .lastName: .lastName
      case .locale: .locale
      }
    }
  }

  /// Changes the user's names. A value of nil changes nothing.
  ///
  /// - Parameters:
  ///   - name: The name to show.
  ///   - firstName: The given name.
  ///   - lastName: The family name.
  ///   - locale: The language as a BCP 47 tag: `pt-BR`.
  /// - Returns: The user with the change.
  /// - Throws: ``DoorwardError``.
  @discardableResult public func updatePersonalInfo(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) async throws(DoorwardError) -> DoorwardUser? {
    let texts: [(Field, String?)] = [
      (.name, name), (.firstName, firstName), (.lastName, lastName), (.locale, locale),
    ]
    return try await changePersonalInfo(texts.filter { $0.1 != nil })
  }
}

extension DoorwardUserInfo {
  /// The display name.
  public var name: String? { self[.name] }
  /// The given name.
  public var firstName: String? { self[.firstName] }
  /// The family name.
  public var lastName: String? { self[.lastName] }
  /// The user's language as a BCP 47 tag.
  public var locale: String? { self[.locale] }

  /// A text of the profile; nil if the user has none.
  public subscript(field: UserClient.Field) -> String? { user.wire[field.text] }
}

extension DoorwardError.Code {
  /// The name is not one line of up to 256 bytes.
  public static var invalidName: Self { Self(rawValue: WireCode.invalidName) }
  /// The given name is not one line of up to 128 bytes.
  public static var invalidFirstName: Self { Self(rawValue: WireCode.invalidFirstName) }
  /// The family name is not one line of up to 128 bytes.
  public static var invalidLastName: Self { Self(rawValue: WireCode.invalidLastName) }
  /// The text is not a BCP 47 tag.
  public static var invalidLocale: Self { Self(rawValue: WireCode.invalidLocale) }
}
