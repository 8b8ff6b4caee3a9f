extension SecurityLog {
  /// The events of the log.
  package enum Event: String, Sendable, CaseIterable {
    /// A user signed in at the API or on the hosted page.
    case signIn = "sign_in"
    /// A user signed up with a password. The user exists when the address is proven, which is a sign-in.
    case signUp = "sign_up"
    /// A one-time code was requested.
    case codeSend = "code_send"
    /// A user changed the password.
    case passwordChange = "password_change"
    /// A code for a new password was requested.
    case passwordResetRequest = "password_reset_request"
    /// A user set a new password with a code.
    case passwordReset = "password_reset"
    /// A user added or replaced an email address or phone number.
    case addressChange = "address_change"
    /// A user set, replaced or removed the user name.
    case userNameChange = "user_name_change"
    /// A user signed out.
    case signOut = "sign_out"
    /// A user ended one of their sessions from a list, or a backend or the operator ended a session of a user.
    case sessionEnd = "session_end"
    /// An identity was added to a user.
    case identityLink = "identity_link"
    /// An identity was removed from a user.
    case identityRemoval = "identity_removal"
    /// A user added a second factor.
    case secondFactorAddition = "second_factor_addition"
    /// A user removed a second factor.
    case secondFactorRemoval = "second_factor_removal"
    /// A user replaced the recovery codes.
    case recoveryCodesReplacement = "recovery_codes_replacement"
    /// A user secured the account by the link of a notice.
    case accountSecuring = "account_securing"
    /// A user deleted their account, or a backend or the operator deleted a user.
    case userDeletion = "user_deletion"
    /// A user allowed or denied a client's request on the hosted page.
    case authorization = "authorization"
    /// A user withdrew what an application was granted.
    case grantWithdrawal = "grant_withdrawal"
    /// A client exchanged a code for a session.
    case clientSignIn = "client_sign_in"
    /// A client refreshed its tokens.
    case tokenRefresh = "token_refresh"
    /// A user typed the code of a device.
    case deviceLookup = "device_lookup"
    /// A user allowed or denied a device.
    case deviceDecision = "device_decision"
    /// A backend or the operator created a user.
    case userCreation = "user_creation"
    /// A backend or the operator banned a user.
    case userBan = "user_ban"
    /// A backend or the operator removed the ban of a user.
    case userUnban = "user_unban"
    /// The operator kept a user whose deletion was scheduled.
    case userKeeping = "user_keeping"
    /// A backend or the operator changed the roles of a user in an application.
    case rolesChange = "roles_change"
    /// A backend or the operator removed all second factors of a user.
    case secondFactorsRemoval = "second_factors_removal"
    /// A backend or the operator ended all sessions of a user, or the operator those of all users.
    case sessionsEnd = "sessions_end"
    /// An administrator made a link by which a user signs in once.
    case signInLinkCreation = "sign_in_link_creation"
    /// A backend or the operator invited an address.
    case invitation
    /// A backend or the operator revoked an invitation.
    case invitationRemoval = "invitation_removal"
    /// A backend called without a valid API key.
    case apiKey = "api_key"
    /// The operator changed the profile or the metadata of a user.
    case userChange = "user_change"
    /// The operator exported the data of a user.
    case userExport = "user_export"
    /// The operator imported users.
    case usersImport = "users_import"
    /// The operator added an application.
    case applicationAddition = "application_addition"
    /// The operator changed an application.
    case applicationChange = "application_change"
    /// The operator removed an application.
    case applicationRemoval = "application_removal"
    /// The operator replaced the secret of an application.
    case clientSecretReplacement = "client_secret_replacement"
    /// An administrator removed a secret of an application.
    case clientSecretRemoval = "client_secret_removal"
    /// An administrator or the operator changed the settings of the server.
    case settingsChange = "settings_change"
    /// An administrator undid a change of settings.
    case settingsUndo = "settings_undo"
    /// The operator made an API key.
    case apiKeyCreation = "api_key_creation"
    /// The operator revoked an API key.
    case apiKeyRevocation = "api_key_revocation"
    /// The operator made new token-signing keys.
    case signingKeyRotation = "signing_key_rotation"
    /// The operator revoked a token-signing key.
    case signingKeyRevocation = "signing_key_revocation"
    /// A user became an administrator.
    case administratorAddition = "administrator_addition"
    /// An administrator got another role.
    case administratorRoleChange = "administrator_role_change"
    /// An administrator was removed, and stays a user.
    case administratorRemoval = "administrator_removal"
    /// A link was made by which one user can become an owner.
    case ownerLinkCreation = "owner_link_creation"
    /// A user became an owner by such a link.
    case ownerClaim = "owner_claim"
    /// An administrator signed in to the administration.
    case administratorSignIn = "administrator_sign_in"
    /// An administrator signed out of the administration.
    case administratorSignOut = "administrator_sign_out"
    /// A program called the administration without a valid key.
    case administrationKey = "administration_key"
    /// An administrator or the operator made a key for the administration.
    case administrationKeyCreation = "administration_key_creation"
    /// An administrator or the operator revoked a key for the administration.
    case administrationKeyRevocation = "administration_key_revocation"
    /// An administrator sent a test message.
    case messageTest = "message_test"
    /// An administrator added a webhook.
    case webhookCreation = "webhook_creation"
    /// An administrator changed, enabled or disabled a webhook.
    case webhookChange = "webhook_change"
    /// An administrator removed a webhook.
    case webhookRemoval = "webhook_removal"
    /// An administrator replaced the secret of a webhook.
    case webhookSecretReplacement = "webhook_secret_replacement"
    /// An administrator sent a test event to a webhook.
    case webhookTest = "webhook_test"
    /// An administrator sent events to a webhook again.
    case webhookReplay = "webhook_replay"

    /// Routine events are logged at debug level if they succeed.
    var doneLevel: Logger.Level {
      switch self {
      case .tokenRefresh, .deviceLookup, .apiKey, .administrationKey: .debug
      default: .notice
      }
    }
  }
}
