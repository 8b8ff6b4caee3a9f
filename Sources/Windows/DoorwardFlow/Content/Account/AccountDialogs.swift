/// The dialogs of the account window.
extension AccountDrawing {
  var dialog: WindowContent.Dialog? {
    guard let dialog = flow.dialog else { return nil }
    let isQuestion = dialog.step == .form && dialog.change.isQuestion
    var screen = content(of: dialog)
    screen.isBusy = flow.isBusy
    explain(&screen)
    return .init(style: isQuestion ? .confirmation : .form, content: screen)
  }

  private func content(of dialog: AccountDialog) -> ScreenContent {
    switch dialog.step {
    case .form: dialog.change.isQuestion ? question(dialog.change) : form(dialog)
    case .code(let address, let sent): code(dialog.change, address: address, sent: sent)
    case .authenticator(let authenticator): newAuthenticator(authenticator)
    case .recoveryCodes(let step): recoveryCodes(step)
    case .file(let file): savedFile(file)
    }
  }
}

extension AccountChange {
  /// The stable name of the dialog.
  var name: String {
    switch self {
    case .profile: "profile-edit"
    case .username: "username"
    case .removeUsername: "remove-username"
    case .removePhoto: "remove-photo"
    case .email: "email"
    case .phoneNumber: "phone"
    case .link(let method): "add-\(method.rawValue)"
    case .unlink: "remove-identity"
    case .password: "password-change"
    case .renamePasskey: "rename-passkey"
    case .removePasskey: "remove-passkey"
    case .addAuthenticator: "add-authenticator"
    case .addFactorCode(let kind): kind == .email ? "add-email-codes" : "add-sms-codes"
    case .removeFactor: "remove-second-factor"
    case .newRecoveryCodes: "new-recovery-codes"
    case .endSession: "end-session"
    case .endOtherSessions: "end-other-sessions"
    case .signOut: "sign-out"
    case .signOutEverywhere: "sign-out-everywhere"
    case .export: "export"
    case .deleteAccount: "delete-account"
    }
  }
}
