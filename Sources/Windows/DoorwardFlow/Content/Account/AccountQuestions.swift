/// The dialogs of the account window that ask before a change.
extension AccountDrawing {
  func question(_ change: AccountChange) -> ScreenContent {
    let name = change.name
    let words = words(of: change)
    return screen(
      name, words.title, lead: words.text,
      elements: [
        button(
          "\(name).confirm", words.action, action: .confirm,
          role: change == .newRecoveryCodes || change == .signOut ? .primary : .destructive),
        button("\(name).cancel", texts("action.cancel"), action: .dismiss, role: .cancel),
      ])
  }

  private func words(of change: AccountChange) -> (title: String, text: String, action: String) {
    switch change {
    case .removeUsername:
      (
        texts("userName.removeTitle"),
        texts("windows.account.removeUserNameText", ["name": flow.user?.username ?? ""]),
        texts("userName.remove")
      )
    case .removePhoto:
      (
        texts("windows.account.photoRemoveTitle"), texts("windows.account.photoRemoveText"),
        texts("photo.remove")
      )
    case .unlink(let id):
      (
        texts("identities.removeTitle"), texts("identities.removeText", ["identifier": identifier(id)]),
        texts("identities.remove")
      )
    case .removePasskey(let id):
      (
        texts("passkeys.removeTitle"),
        texts("windows.account.passkeyRemoveText", ["name": name(of: passkey(id))]),
        texts("passkeys.remove")
      )
    case .removeFactor(let id): removal(ofFactor: id)
    case .newRecoveryCodes:
      (
        texts("secondFactor.newCodesTitle"), texts("secondFactor.newCodesText"),
        texts("secondFactor.newCodesConfirm")
      )
    case .endSession(let id):
      (
        texts("sessions.signOutTitle", ["name": sessionName(id)]), texts("windows.account.sessionEndText"),
        texts("sessions.signOutConfirm")
      )
    case .endOtherSessions:
      (texts("sessions.othersTitle"), texts("windows.account.othersText"), texts("sessions.signOutConfirm"))
    case .signOutEverywhere:
      (texts("sessions.allTitle"), texts("windows.account.everywhereText"), texts("sessions.all"))
    case .deleteAccount:
      (texts("data.deleteTitle"), texts("windows.account.deleteText"), texts("data.deleteConfirm"))
    default:
      (
        texts("windows.account.signOutTitle"), texts("windows.account.signOutText"), texts("account.signOut")
      )
    }
  }

  private func removal(ofFactor id: String) -> (title: String, text: String, action: String) {
    let factors = flow.factors?.factors ?? []
    let title =
      switch factors.first(where: { $0.id == id })?.kind {
      case .passkey: "secondFactor.removePasskeyTitle"
      case .sentCode: "secondFactor.removeCodesTitle"
      default: "secondFactor.removeTitle"
      }
    return (
      texts(title),
      texts(
        factors.count == 1 ? "windows.account.removeLastFactorText" : "windows.account.removeFactorText"),
      texts("secondFactor.remove")
    )
  }

  private func identifier(_ id: String) -> String {
    flow.user?.identities.first { $0.id == id }?.identifier ?? ""
  }

  private func sessionName(_ id: String) -> String {
    guard case .loaded(let sessions) = flow.lists.sessions else { return texts("deviceName.unknown") }
    return sessions.first { $0.id == id }?.device ?? texts("deviceName.unknown")
  }
}

extension AccountChange {
  /// Whether it is a question with two buttons.
  var isQuestion: Bool {
    switch self {
    case .removeUsername, .removePhoto, .unlink, .removePasskey, .removeFactor, .newRecoveryCodes,
      .endSession, .endOtherSessions, .signOut, .signOutEverywhere, .deleteAccount:
      true
    case .profile, .username, .email, .phoneNumber, .link, .password, .renamePasskey, .addAuthenticator,
      .addFactorCode, .export:
      false
    }
  }
}
