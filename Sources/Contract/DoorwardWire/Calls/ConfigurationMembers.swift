/// The members of the answer to `GET /v1/config`, the offer of an application.
///
/// Schemas: `Configuration`, `Appearance`, `PasswordRules`, `Chain`, `Terms`.
package enum ConfigurationMembers {
  package static var application: String { "application" }
  package static var name: String { "name" }
  /// The language tag that the application has fixed; null if each user's own language decides.
  package static var language: String { "language" }
  /// The look of the application: its color, logo and texts.
  package static var appearance: String { "appearance" }
  package static var color: String { "color" }
  package static var logoURL: String { "logo_url" }
  /// The heading of the sign-in by language tag, and `default` for all other languages.
  package static var title: String { "title" }
  /// The sentence below the heading, as ``title``.
  package static var text: String { "text" }
  package static var methods: String { "methods" }
  package static var directSignIn: String { "direct_sign_in" }
  /// `open`, `invited` or `closed`.
  package static var signUp: String { "sign_up" }
  /// `code` or `password`.
  package static var signInFirst: String { "sign_in_first" }
  package static var limitsEmailDomains: String { "limits_email_domains" }
  package static var passwordRules: String { "password_rules" }
  /// Members of ``passwordRules``.
  package static var minimumLength: String { "minimum_length" }
  package static var maximumLength: String { "maximum_length" }
  package static var appleRules: String { "apple" }
  package static var passwordIdentifiers: String { "password_identifiers" }
  package static var codeLength: String { "code_length" }
  package static var codeChannels: String { "code_channels" }
  /// The channels of the codes that users can choose as a second factor.
  package static var secondFactorCodes: String { "second_factor_codes" }
  /// Whether users can set a photo. The server cannot process photos on every system.
  package static var photos: String { "photos" }
  /// Present if the application offers passkeys.
  package static var passkeys: String { "passkeys" }
  package static var chains: String { "chains" }
  package static var chainID: String { "id" }
  package static var chainName: String { "name" }
  package static var networks: String { "networks" }
  package static var terms: String { "terms" }
  package static var termsURL: String { "terms_url" }
  package static var privacyURL: String { "privacy_url" }
}
