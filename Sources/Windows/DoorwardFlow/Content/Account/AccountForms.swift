internal import Doorward
internal import DoorwardWire

/// The first steps of the changes of an account that need texts, or a sheet of the system.
extension AccountDrawing {
  func form(_ dialog: AccountDialog) -> ScreenContent {
    let name = dialog.change.name
    let cancel = button("\(name).cancel", texts("action.cancel"), action: .dismiss, role: .cancel)
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
        elements: [
          .field(username),
          button(
            "\(name).confirm", texts("userName.save"), action: .confirm, role: .primary, required: [username]),
          cancel,
        ])
    case .email, .phoneNumber: return addressForm(dialog.change, field, cancel)
    case .renamePasskey(let id):
      let label = field(.name, texts("passkeys.newName"), .label, passkey(id)?.name, nil)
      return screen(
        name, texts("passkeys.renameTitle"), firstFocus: .name,
        elements: [
          .field(label),
          button(
            "\(name).confirm", texts("passkeys.save"), action: .confirm, role: .primary, required: [label]),
          cancel,
        ])
    case .password: return passwordForm(cancel)
    default: return start(dialog.change, cancel)
    }
  }

  private typealias MakeField = (
    FieldName, String, ScreenContent.Field.Kind, String?, String?
  ) -> ScreenContent.Field

  private func profileForm(_ field: MakeField, _ cancel: Element) -> ScreenContent {
    let fields = content.profileFields.map { part -> Element? in
      let (text, value) = (part.text, flow.user?.profile[part])
      return kind(of: text, value).map {
        .field(field(.profile(part), texts("profile.\(text.label)"), $0, value, nil))
      }
    }
    let save = button("profile-edit.confirm", texts("profile.save"), action: .confirm, role: .primary)
    return screen(
      "profile-edit", texts("windows.account.profileTitle"), firstFocus: .name,
      elements: fields + [save, cancel])
  }

  /// The kind of the field of a text; nil if the window does not offer that.
  private func kind(of text: ProfileText, _ value: String?) -> ScreenContent.Field.Kind? {
    switch text.input {
    case .name: return .name
    case .givenName: return .firstName
    case .familyName: return .lastName
    case .text: return .label
    case .language:
      guard !content.languages.isEmpty else { return nil }
      // The server also has languages that the window does not offer, such as de-AT.
      let others = [value].compactMap(\.self).filter { !content.languages.contains($0) }
      let options = (content.languages + others).map {
        ScreenContent.Field.Option(id: $0, label: texts.nameOfLanguage($0))
      }
      return .choice([.init(id: "", label: texts("windows.account.anyLanguage"))] + options)
    }
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
      elements: [
        .field(address),
        button(
          "\(change.name).confirm", texts("code.send"), action: .confirm, role: .primary, required: [address]),
        cancel,
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
      about: flow.user?.identifiers ?? [], accountName: account, texts: texts)
    return screen(
      "password-change", texts(has ? "password.change" : "password.set"),
      lead: texts("windows.account.passwordOthers"), firstFocus: has ? .password : .newPassword,
      elements: [
        has ? .field(current) : nil, .field(new),
        button(
          "password-change.confirm", texts("password.save"), action: .confirm, role: .primary,
          required: has ? [current, new] : [new]), cancel,
      ])
  }

  /// A change that begins with a sheet of the system, a wallet, or a key or a file of the server.
  private func start(_ change: AccountChange, _ cancel: Element) -> ScreenContent {
    let title: String
    let waiting: String
    switch change {
    case .link(let method):
      let kind = method.traits.kind.rawValue
      (title, waiting) = (texts(method.addText), texts("windows.proof.\(kind)Waiting"))
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
      elements: [
        flow.isBusy ? .progress(ScreenContent.Progress(id: id("\(name).progress"), label: waiting)) : nil,
        flow.problem == nil
          ? nil : button("\(name).confirm", texts("action.tryAgain"), action: .confirm, role: .primary),
        cancel,
      ])
  }
}
