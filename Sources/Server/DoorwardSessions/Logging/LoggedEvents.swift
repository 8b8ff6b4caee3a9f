package import DoorwardStore

extension EventType {
  /// The event of the security log that tells the same; nil if the log has no line of it.
  package var logged: SecurityLog.Event? {
    switch self {
    case .sessionStarted, .sessionRenewed, .signInRefused: .signIn
    case .sessionEnded: .sessionEnd
    case .sessionsEnded: .sessionsEnd
    case .codeRequested: .codeSend
    case .userCreated: .userCreation
    case .userChanged: .userChange
    case .userExported: .userExport
    case .userBanned: .userBan
    case .userUnbanned: .userUnban
    case .deletionScheduled, .userDeleted: .userDeletion
    case .deletionCanceled: .userKeeping
    case .usersImported: .usersImport
    case .identityAdded: .identityLink
    case .identityRemoved: .identityRemoval
    case .identityChanged: .addressChange
    case .passwordChanged: .passwordChange
    case .passwordReset: .passwordReset
    case .factorAdded: .secondFactorAddition
    case .factorRemoved: .secondFactorRemoval
    case .factorsRemoved: .secondFactorsRemoval
    case .recoveryCodesReplaced: .recoveryCodesReplacement
    case .accountSecured: .accountSecuring
    case .consentGiven: .authorization
    case .consentWithdrawn: .grantWithdrawal
    case .deviceApproved, .deviceDenied: .deviceDecision
    case .rolesChanged: .rolesChange
    case .signInLinkCreated: .signInLinkCreation
    case .invitationSent: .invitation
    case .invitationRevoked: .invitationRemoval
    case .applicationAdded: .applicationAddition
    case .applicationChanged: .applicationChange
    case .applicationRemoved: .applicationRemoval
    case .clientSecretReplaced: .clientSecretReplacement
    case .clientSecretRemoved: .clientSecretRemoval
    case .settingsChanged: .settingsChange
    case .apiKeyCreated: .apiKeyCreation
    case .apiKeyRevoked: .apiKeyRevocation
    case .apiKeyRefused: .apiKey
    case .administratorAdded: .administratorAddition
    case .administratorChanged: .administratorRoleChange
    case .administratorRemoved: .administratorRemoval
    case .ownerLinkCreated: .ownerLinkCreation
    case .administrationKeyCreated: .administrationKeyCreation
    case .administrationKeyRevoked: .administrationKeyRevocation
    case .keyRotated: .signingKeyRotation
    case .keyRevoked: .signingKeyRevocation
    case .messageTested: .messageTest
    case .webhookCreated: .webhookCreation
    case .webhookChanged: .webhookChange
    case .webhookRemoved: .webhookRemoval
    case .webhookSecretReplaced: .webhookSecretReplacement
    case .webhookTested: .webhookTest
    case .webhookReplayed: .webhookReplay
    case .userRegistered, .userClaimed, .photoChanged, .photoRemoved, .deviceRegistered,
      .deliveryFailed, .logoutFailed, .backupMade, .webhookDisabled, .actRefused, .refusalsOmitted:
      nil
    }
  }
}
