/// The values of the claim `acr`: how sure the server is of the user.
package enum AssuranceName {
  package static let anonymous = "urn:doorward:acr:anonymous"
  package static let password = "urn:doorward:acr:password"
  package static let emailCode = "urn:doorward:acr:email-code"
  package static let smsCode = "urn:doorward:acr:sms-code"
  package static let wallet = "urn:doorward:acr:wallet"
  package static let passkey = "urn:doorward:acr:passkey"
  package static let secondFactor = "urn:doorward:acr:second-factor"
  package static let secondFactorCode = "urn:doorward:acr:second-factor-code"
}

/// The methods of proofs whose names differ from those of offers (RFC 8176).
package enum ProofName {
  package static let password = "pwd"
  /// A code by email, or of an authenticator.
  package static let code = "otp"
  package static let smsCode = "sms"
}

/// The second factors that are not sign-in methods, as `second_factor.methods` names them.
package enum FactorName {
  package static let totp = "totp"
  package static let recoveryCode = "recovery_code"
}
