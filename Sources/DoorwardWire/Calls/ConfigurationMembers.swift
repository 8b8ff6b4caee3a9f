/// The members of what an application offers: the answer to `GET /v1/config`.
package enum ConfigurationMembers {
  package static let application = "application"
  package static let name = "name"
  package static let methods = "methods"
  package static let directSignIn = "direct_sign_in"
  package static let passwordRules = "password_rules"
  /// Members of ``passwordRules``.
  package static let minimumLength = "minimum_length"
  package static let maximumLength = "maximum_length"
  package static let appleRules = "apple"
  package static let passwordIdentifiers = "password_identifiers"
  package static let codeLength = "code_length"
  package static let codeChannels = "code_channels"
  package static let chains = "chains"
  package static let chainID = "id"
  package static let chainName = "name"
  package static let networks = "networks"
  package static let terms = "terms"
  package static let termsURL = "terms_url"
  package static let privacyURL = "privacy_url"
}
