/// A text of the profile that the user may change, and everything in which these texts differ.
///
/// Server, SDK, double and windows loop over the cases. `docs/adding-a-profile-field.md` lists the other places of a new one.
/// The raw value is the name of the member in JSON and of the column in the store.
package enum ProfileText: String, Sendable, CaseIterable {
  case name
  case firstName = "first_name"
  case lastName = "last_name"
  case locale

  /// How a user enters a text, for the keyboard and the autofill of a form.
  package enum Input: Sendable {
    /// The full name, the given name or the family name of a person.
    case name, givenName, familyName
    /// A language, which the user chooses from a list.
    case language
    /// Any other text. Nothing fills it in.
    case text
  }

  private struct Traits {
    let limit: Int
    let code: String
    let input: Input
    /// The claim of OpenID Connect (Core §5.1); nil if it has the name of the member.
    var claim: String?
    let label: String
  }

  private var traits: Traits {
    switch self {
    case .name: Traits(limit: 256, code: WireCode.invalidName, input: .name, label: "name")
    case .firstName:
      Traits(
        limit: 128, code: WireCode.invalidFirstName, input: .givenName, claim: "given_name",
        label: "firstName")
    case .lastName:
      Traits(
        limit: 128, code: WireCode.invalidLastName, input: .familyName, claim: "family_name",
        label: "lastName")
    // RFC 5646 §4.4.1
    case .locale: Traits(limit: 35, code: WireCode.invalidLocale, input: .language, label: "language")
    }
  }

  /// The most bytes of the text.
  package var limit: Int { traits.limit }
  /// The code of the refusal of a text.
  package var code: String { traits.code }
  package var input: Input { traits.input }
  /// The claim of OpenID Connect.
  package var claim: String { traits.claim ?? rawValue }
  /// The name of the field in forms. Its label is the text of this name in the section `profile`.
  package var label: String { traits.label }
  /// Whether the text is a name of the user.
  package var isName: Bool {
    switch input {
    case .name, .givenName, .familyName: true
    case .language, .text: false
    }
  }
}

extension WireCode {
  package static var invalidName: String { "invalid_name" }
  package static var invalidFirstName: String { "invalid_first_name" }
  package static var invalidLastName: String { "invalid_last_name" }
  package static var invalidLocale: String { "invalid_locale" }
}
