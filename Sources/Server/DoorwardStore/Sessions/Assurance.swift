/// The strength of a proof, as tokens state it in `acr` (OpenID Connect Core §2). Each method defines its own values.
package struct Assurance: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The user has not proven an identity. The token shows only that it belongs to the same user as before.
  package static let none = Assurance(rawValue: "urn:doorward:acr:anonymous")
  /// The user has proven a second factor, in addition to an identity.
  package static let secondFactor = Assurance(rawValue: "urn:doorward:acr:second-factor")
  /// The user has proven an identity and, as the second factor, a code that was sent to an address. Mailboxes and phone
  /// numbers can get new owners, so it is weaker than ``secondFactor``.
  package static let secondFactorCode = Assurance(rawValue: "urn:doorward:acr:second-factor-code")
  /// The assurances of a second factor.
  package static let secondFactors: Set<Assurance> = [.secondFactor, .secondFactorCode]
}
