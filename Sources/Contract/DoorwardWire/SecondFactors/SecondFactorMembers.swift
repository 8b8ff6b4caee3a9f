/// The members of answers about second factors.
///
/// Schemas: `SecondFactorRequired`, `SecondFactorList`, `CodeSent`, `RecoveryCodes`.
package enum SecondFactorMembers {
  /// The factors of a sign-in that waits for one of them.
  package static var methods: String { "methods" }
  /// The factors that a user without a factor may add during the sign-in.
  package static var enrollmentMethods: String { "enrollment_methods" }
  /// The channel of a code: `email` or `sms`.
  package static var channel: String { "channel" }
  /// The channels that the user can choose from.
  package static var channels: String { "channels" }
  /// The address of a code, with enough characters for its owner to recognize it.
  package static var sentTo: String { "sent_to" }
  package static var recoveryCodes: String { "recovery_codes" }
  package static var recoveryCodesLeft: String { "recovery_codes_left" }
}
