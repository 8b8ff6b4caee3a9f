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
    case .code(let address, let sent): code(dialog.change, address, sent)
    case .authenticator(let authenticator): newAuthenticator(authenticator)
    case .recoveryCodes(let step): recoveryCodes(step)
    case .file(let file): savedFile(file)
    }
  }

  // MARK: Questions

  private func question(_ change: AccountChange) -> ScreenContent {
    let name = change.name
    let words = words(of: change)
    return screen(
      name, words.title, lead: words.text,
      [
        button(
          "\(name).confirm", words.action, .confirm,
          change == .newRecoveryCodes || change == .signOut ? .primary : .destructive),
        button("\(name).cancel", texts("action.cancel"), .dismiss, .cancel),
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
        texts("passkeys.removeTitle"), texts("windows.account.passkeyRemoveText", ["name": passkeyName(id)]),
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

  private func passkeyName(_ id: String) -> String {
    guard case .loaded(let passkeys) = flow.lists.passkeys,
      let name = passkeys.first(where: { $0.id == id })?.name, !name.isEmpty
    else { return texts("passkeys.unnamed") }
    return name
  }

  private func sessionName(_ id: String) -> String {
    guard case .loaded(let sessions) = flow.lists.sessions else { return texts("deviceName.unknown") }
    return sessions.first { $0.id == id }?.device ?? texts("deviceName.unknown")
  }

  // MARK: Forms

  private func form(_ dialog: AccountDialog) -> ScreenContent {
    let name = dialog.change.name
    let cancel = button("\(name).cancel", texts("action.cancel"), .dismiss, .cancel)
    let field = {
      (part: FieldName, label: String, kind: ScreenContent.Field.Kind, old: String?, hint: String?) in
      let typed = dialog.typed[part]
      return ScreenContent.Field(
        name: part, id: id("\(name).\(part.rawValue)"), label: label, kind: kind, hint: hint,
        initialText: typed.isEmpty ? old ?? "" : typed)
    }
    switch dialog.change {
    case .profile: return profileForm(field, cancel)
    case .username:
      let username = field(
        .username, texts("userName.label"), .username, flow.user?.username, texts("userName.help"))
      return screen(
        name, texts(flow.user?.username == nil ? "userName.setTitle" : "userName.changeTitle"),
        firstFocus: .username,
        [
          .field(username),
          button("\(name).confirm", texts("userName.save"), .confirm, .primary, required: [username]), cancel,
        ])
    case .email, .phoneNumber: return addressForm(dialog.change, field, cancel)
    case .renamePasskey(let id):
      let label = field(.name, texts("passkeys.newName"), .label, passkeyName(id), nil)
      return screen(
        name, texts("passkeys.renameTitle"), firstFocus: .name,
        [
          .field(label),
          button("\(name).confirm", texts("passkeys.save"), .confirm, .primary, required: [label]), cancel,
        ])
    case .password: return passwordForm(cancel)
    default: return start(dialog.change, cancel)
    }
  }

  private typealias MakeField = (
    FieldName, String, ScreenContent.Field.Kind, String?, String?
  ) -> ScreenContent.Field

  private func profileForm(_ field: MakeField, _ cancel: Element) -> ScreenContent {
    let user = flow.user
    let languages = content.languages.map {
      ScreenContent.Field.Option(id: $0, label: texts.nameOfLanguage($0))
    }
    let any = ScreenContent.Field.Option(id: "", label: texts("windows.account.anyLanguage"))
    return screen(
      "profile-edit", texts("windows.account.profileTitle"), firstFocus: .name,
      [
        .field(field(.name, texts("profile.name"), .name, user?.name, nil)),
        .field(field(.firstName, texts("profile.firstName"), .firstName, user?.firstName, nil)),
        .field(field(.lastName, texts("profile.lastName"), .lastName, user?.lastName, nil)),
        languages.isEmpty
          ? nil
          : .field(
            field(.language, texts("profile.language"), .choice([any] + languages), user?.language, nil)),
        button("profile-edit.confirm", texts("profile.save"), .confirm, .primary), cancel,
      ])
  }

  private func addressForm(_ change: AccountChange, _ field: MakeField, _ cancel: Element) -> ScreenContent {
    let isEmail = change == .email
    let present = isEmail ? flow.user?.email : flow.user?.phoneNumber
    let title =
      switch (isEmail, present == nil) {
      case (true, true): "code.addEmail"
      case (true, false): "code.changeEmail"
      case (false, true): "code.addPhone"
      case (false, false): "code.changePhone"
      }
    let address = field(
      .address, texts(isEmail ? "code.newEmail" : "code.newPhone"), isEmail ? .email : .phoneNumber, nil,
      isEmail ? nil : texts("code.phoneHelp"))
    return screen(
      change.name, texts(title), lead: texts(present == nil ? "code.explain" : "code.explainChange"),
      firstFocus: .address,
      [
        .field(address),
        button("\(change.name).confirm", texts("code.send"), .confirm, .primary, required: [address]), cancel,
      ])
  }

  private func passwordForm(_ cancel: Element) -> ScreenContent {
    let has = flow.user?.hasPassword == true
    let account = flow.user?.email ?? flow.user?.phoneNumber ?? flow.user?.username
    let current = ScreenContent.Field(
      name: .password, id: id("password-change.password"), label: texts("password.current"), kind: .password,
      accountName: account)
    let new = ScreenContent.Field.newPassword(
      id("password-change.new-password"), label: texts("password.new"), choices,
      about: flow.user?.identifiers ?? [], accountName: account, texts)
    return screen(
      "password-change", texts(has ? "password.change" : "password.set"),
      lead: texts("windows.account.passwordOthers"), firstFocus: has ? .password : .newPassword,
      [
        has ? .field(current) : nil, .field(new),
        button(
          "password-change.confirm", texts("password.save"), .confirm, .primary,
          required: has ? [current, new] : [new]), cancel,
      ])
  }

  /// A change that begins with a sheet of the system, a wallet, or a key or a file of the server.
  private func start(_ change: AccountChange, _ cancel: Element) -> ScreenContent {
    let title: String
    let waiting: String
    switch change {
    case .link(.passkey): (title, waiting) = (texts("passkeys.add"), texts("windows.proof.passkeyWaiting"))
    case .link(let method):
      title = texts(method == .near ? "windows.account.addNEAR" : "windows.account.addEthereum")
      waiting = texts("windows.proof.walletWaiting")
    case .addFactorCode(.phoneNumber):
      (title, waiting) = (texts("secondFactor.useSMSCodes"), texts("secondFactor.preparing"))
    case .addFactorCode:
      (title, waiting) = (texts("secondFactor.useEmailCodes"), texts("secondFactor.preparing"))
    case .export: (title, waiting) = (texts("data.download"), texts("windows.account.dataPreparing"))
    default: (title, waiting) = (texts("secondFactor.add"), texts("secondFactor.preparing"))
    }
    let name = change.name
    return screen(
      name, title,
      [
        flow.isBusy ? .progress(ScreenContent.Progress(id: id("\(name).progress"), label: waiting)) : nil,
        flow.problem == nil ? nil : button("\(name).confirm", texts("action.tryAgain"), .confirm, .primary),
        cancel,
      ])
  }

  // MARK: The later steps

  private func code(_ change: AccountChange, _ address: String, _ sent: SentCode) -> ScreenContent {
    let name = "\(change.name).code"
    let field = ScreenContent.Field(
      name: .code, id: id("\(name).code"), label: texts("identifier.code"),
      kind: .oneTimeCode(length: choices.codeLength))
    let wait = sent.resendAt.map { RemainingTime(until: $0, at: now) }
    var content = screen(
      name, texts("identifier.codeTitle"), lead: texts("identifier.codeSent", ["address": address]),
      firstFocus: .code,
      [
        .field(field),
        button("\(name).confirm", texts("identifier.verify"), .confirm, .primary, required: [field]),
        button(
          "\(name).resend",
          wait.map { texts("identifier.resendIn", ["duration": texts.duration($0)]) }
            ?? texts("identifier.resend"), .sendCode, .link),
        button("\(name).cancel", texts("action.cancel"), .dismiss, .cancel),
      ])
    content.changesAt = wait.flatMap { $0.changesAt > now ? $0.changesAt : nil }
    return content
  }

  private func newAuthenticator(_ authenticator: NewAuthenticator) -> ScreenContent {
    let part = { (name: String) in id("new-authenticator.\(name)") }
    let field = ScreenContent.Field(
      name: .code, id: part("code"), label: texts("secondFactor.firstCode"),
      kind: .oneTimeCode(length: TypedCode.authenticatorLength))
    return screen(
      "new-authenticator", texts("secondFactor.add"), lead: texts("secondFactor.scan"), firstFocus: .code,
      AuthenticatorKey(authenticator, texts: texts, id: part).elements + [
        .field(field),
        button(
          "new-authenticator.confirm", texts("secondFactor.confirm"), .confirm, .primary, required: [field]),
        button("new-authenticator.cancel", texts("action.cancel"), .dismiss, .cancel),
      ])
  }

  private func recoveryCodes(_ step: RecoveryCodesStep) -> ScreenContent {
    screen(
      "recovery-codes", texts("secondFactor.showTitle"), lead: texts("secondFactor.showText"),
      RecoveryCodeList(
        step.codes, application: content.signIn.configuration.brand?.name ?? choices.applicationName,
        texts: texts, id: { id("recovery-codes.\($0)") }
      ).elements + [
        step.isWarning
          ? text("recovery-codes.warning", texts("windows.factor.saveWarning"), .warning)
          : text("recovery-codes.once", texts("secondFactor.showOnce"), .caption),
        button("recovery-codes.saved", texts("secondFactor.saved"), .savedCodes, .primary),
      ])
  }

  private func savedFile(_ file: TextFile) -> ScreenContent {
    screen(
      "export.file", texts("data.download"), lead: texts("data.text"),
      [
        .button(
          ScreenContent.Button(
            id: id("export.file.save"), label: texts("windows.saveFile"), role: .primary, action: .save(file),
            symbol: .save)),
        button("export.file.close", texts("windows.close"), .dismiss, .cancel),
      ])
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
