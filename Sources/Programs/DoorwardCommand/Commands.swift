import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// All commands, in the order of the help.
private let commands: [any Command.Type] = [
  ServeCommand.self, VerifyCommand.self, DoctorCommand.self, TryCommand.self,
  AdminApplicationAddCommand.self, AdminApplicationSetCommand.self, AdminApplicationRemoveCommand.self,
  AdminApplicationListCommand.self, AdminApplicationSecretCommand.self,
  AdminUserListCommand.self, AdminUserShowCommand.self, AdminUserExportCommand.self,
  AdminUserCreateCommand.self,
  AdminUserUpdateCommand.self, AdminUserDeleteCommand.self, AdminUserBanCommand.self,
  AdminUserUnbanCommand.self, AdminUserKeepCommand.self, AdminUserResetCommand.self,
  AdminUserLinkCommand.self, AdminUserSessionsCommand.self,
  AdminUserEndSessionsCommand.self,
  AdminUserRolesCommand.self, AdminUserRemoveSecondFactorsCommand.self, AdminSessionsEndCommand.self,
  AdminUserInviteCommand.self, AdminInvitationListCommand.self, AdminInvitationRevokeCommand.self,
  AdminAdministratorAddCommand.self, AdminAdministratorListCommand.self, AdminAdministratorRoleCommand.self,
  AdminAdministratorRemoveCommand.self, AdminClaimCommand.self,
  AdminKeyCreateCommand.self, AdminKeyListCommand.self, AdminKeyRevokeCommand.self,
  AdminWebhookAddCommand.self, AdminWebhookListCommand.self, AdminWebhookSetCommand.self,
  AdminWebhookRemoveCommand.self, AdminWebhookSecretCommand.self, AdminWebhookTestCommand.self,
  AdminWebhookDeliveriesCommand.self, AdminWebhookReplayCommand.self, AdminTestMessageCommand.self,
  KeysListCommand.self,
  KeysRotateCommand.self, KeysRevokeCommand.self,
  SettingsShowCommand.self, SettingsSetCommand.self, SettingsExportCommand.self, SettingsImportCommand.self,
  DatabaseCheckCommand.self, DatabaseBackupCommand.self,
  DatabaseMigrateCommand.self, DatabaseCopyCommand.self, AuditVerifyCommand.self, AuditExportCommand.self,
  MailPreviewCommand.self, MailTestCommand.self,
  MailUndeliveredCommand.self,
  PasswordsImportCommand.self, UsersImportCommand.self, MetadataVerifyCommand.self, VersionCommand.self,
]

private let program = CommandLineProgram(
  "doorward", about: "Doorward: a self-hosted sign-in server", commands: commands
) { arguments in
  if !arguments.has(CoreDumps.option) { try CoreDumps.disable() }
}

/// Runs the command that the arguments name.
func runCommandLine(_ arguments: [String]) async -> ExitStatus {
  await program.run(arguments == ["--version"] ? VersionCommand.words : arguments)
}

extension Output {
  /// Writes the reason of a failure as a message.
  static func fail(_ reason: EscapedText) { program.fail(reason) }
}

/// Prints the version, as `--version` does.
enum VersionCommand: Command {
  static let words = ["version"]
  static let summary = "print the version"
  static let synopsis = ""
  static let options: [CommandOption] = []

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    Output.line("doorward \(DoorwardVersion.current)")
    return .done
  }
}
