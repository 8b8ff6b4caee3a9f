/// The members of answers about second factors.
package enum SecondFactorMembers {
  /// The factors of a sign-in that waits for one of them.
  package static var methods: String { "methods" }
  package static var recoveryCodes: String { "recovery_codes" }
  package static var recoveryCodesLeft: String { "recovery_codes_left" }
}
