/// The kinds of messages that the server sends. The raw value is the name of the template.
package enum MessageKind: String, CaseIterable, Sendable {
  /// A one-time code that signs the user in.
  case signInCode = "sign_in_code"
  /// A one-time code that completes a sign-up.
  case signUpCode = "sign_up_code"
  /// The answer to a sign-up with the address of an existing account. The page shows the same as for a new address.
  case accountExists = "account_exists"
  /// A one-time code that proves an address of an account.
  case verifyAddress = "verify_address"
  /// A one-time code to the new address of an account.
  case changeAddress = "change_address"
  /// A one-time code that allows a new password.
  case passwordReset = "password_reset"
  /// A one-time code as the second factor.
  case secondFactorCode = "second_factor_code"
  /// A notice that a person who has proven a first factor asks for codes and enters none.
  case secondFactorCodesUnused = "second_factor_codes_unused"
  /// A notice of a sign-in on a new device.
  case newDevice = "new_device"
  /// A notice that the password was set or changed.
  case passwordChanged = "password_changed"
  /// A notice that the password was removed, because the account was secured by the link of another notice.
  case passwordRemoved = "password_removed"
  /// A notice to the old address that the email address was changed or removed.
  case emailChanged = "email_changed"
  /// A notice that the phone number was changed or removed.
  case phoneChanged = "phone_changed"
  /// A notice that the user name was changed.
  case userNameChanged = "user_name_changed"
  /// A notice that a second factor was added.
  case secondFactorAdded = "second_factor_added"
  /// A notice that a second factor was removed.
  case secondFactorRemoved = "second_factor_removed"
  /// A notice that the recovery codes were replaced.
  case recoveryCodesReplaced = "recovery_codes_replaced"
  /// A notice that a recovery code was used.
  case recoveryCodeUsed = "recovery_code_used"
  /// A notice that a way to sign in was added.
  case signInMethodAdded = "sign_in_method_added"
  /// A notice that a way to sign in was removed.
  case signInMethodRemoved = "sign_in_method_removed"
  /// A notice that an administrator has made a link that signs in to the account.
  case signInLinkCreated = "sign_in_link_created"
  /// A notice that the account will be deleted.
  case deletionScheduled = "deletion_scheduled"
  /// The last message about an account, which the operator or a backend has deleted.
  case accountDeleted = "account_deleted"
  /// An invitation to sign up.
  case invitation
  /// A test of the mail server or the SMS service.
  case test

  /// The parameters that a message of this kind must have.
  package var required: Set<MessageParameter> {
    switch self {
    case .signInCode, .signUpCode, .verifyAddress, .changeAddress, .passwordReset, .secondFactorCode:
      [.application, .code, .minutes]
    case .accountExists, .test: [.application]
    case .newDevice: [.application, .device, .time, .link]
    case .passwordChanged, .passwordRemoved, .emailChanged, .phoneChanged, .userNameChanged,
      .recoveryCodesReplaced, .recoveryCodeUsed, .secondFactorCodesUnused, .signInLinkCreated:
      [.application, .time, .link]
    case .accountDeleted: [.application, .time]
    case .secondFactorAdded, .secondFactorRemoved, .signInMethodAdded, .signInMethodRemoved:
      [.application, .method, .time, .link]
    case .deletionScheduled: [.application, .date, .link]
    case .invitation: [.application, .link]
    }
  }

  /// The parameters that a message of this kind may have. The link is optional if an app without a page may cause the message.
  package var optional: Set<MessageParameter> {
    switch self {
    case .signInCode, .signUpCode, .verifyAddress, .changeAddress, .passwordReset: [.link, .domain]
    case .accountExists: [.link]
    case .secondFactorCode: [.domain]
    case .newDevice: [.network]
    // The application itself may invite. A user whom a backend has created needs no invitation, and the mail has no end.
    case .invitation: [.inviter, .days]
    default: []
    }
  }

  /// All parameters of this kind.
  package var parameters: Set<MessageParameter> { required.union(optional) }

  /// Whether the message has a one-time code.
  package var hasCode: Bool { parameters.contains(.code) }
}
