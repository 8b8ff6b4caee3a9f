/// The views of the first steps.
extension SignInDrawing {
  var loading: ScreenContent {
    screen(
      signInTitle,
      [.progress(ScreenContent.Progress(id: id("progress"), label: texts("windows.start.loading")))])
  }

  var unavailable: ScreenContent {
    screen(
      texts("windows.start.unavailable"),
      [button("retry", texts("action.tryAgain"), action: .retry, role: .primary)])
  }

  var nothingOffered: ScreenContent {
    screen(
      texts(choices.isConfirmation ? "again.title" : "windows.start.nothingOffered"),
      lead: texts(choices.isConfirmation ? "windows.again.noWay" : "windows.start.nothingOfferedText"),
      [button("retry", texts("action.tryAgain"), action: .retry, role: .primary)])
  }

  func start(_ typed: String) -> ScreenContent {
    if choices.isConfirmation { return confirmation }
    let form = choices.identifiers.isEmpty ? [] : identifierForm(typed)
    let rows = StartRow.rows(of: choices)
    let buttons = rows.map { rowButton($0, isMain: form.isEmpty && $0 == rows.first) }
    let count = form.isEmpty || choices.lastUsed.map({ rows.first == .method($0) }) != true ? 0 : 1
    let groups = [Array(buttons.prefix(count)), form, Array(buttons.dropFirst(count))].filter { !$0.isEmpty }
    let line: [ScreenContent.Element?] = [.divider(texts("windows.or"))]
    let elements = Array(groups.joined(separator: line))
    let signUp = choices.needsSignUp ? signUpLink(.createAccount, required: []) : nil
    return screen(
      startTitle, lead: welcome, firstFocus: form.isEmpty ? nil : .identifier,
      elements + [signUp] + [signUpRule] + terms)
  }

  private func identifierForm(_ typed: String) -> [ScreenContent.Element?] {
    let kinds = choices.identifiers
    let field = ScreenContent.Field(
      name: .identifier, id: id("identifier"), label: texts(kinds.label), kind: .identifier(kinds),
      hint: kinds.contains(.phoneNumber) ? texts("identifier.phoneHelp") : nil, initialText: typed)
    return [
      .field(field),
      button(
        "continue", texts("identifier.continue"), action: .continueWithIdentifier, role: .primary,
        required: [field],
        badge: choices.lastUsed?.hasIdentifier == true ? texts("signIn.lastUsed") : nil),
      isCodeRefused && choices.hasPasswords
        ? button(
          "password", texts("identifier.passwordInstead"), action: .continueWithPassword, required: [field])
        : nil,
    ]
  }

  /// Whether the server has just refused to send a code. Other problems of the first view have a method.
  private var isCodeRefused: Bool { flow.problem.map { $0.method == nil } ?? false }

  private func rowButton(_ row: StartRow, isMain: Bool) -> ScreenContent.Element? {
    switch row {
    case .method(let method): methodButton(method, isMain: isMain)
    case .wallets:
      button(
        "wallets", texts("wallets.start"), action: .chooseWallet, role: isMain ? .primary : .secondary,
        symbol: .wallet)
    }
  }

  private func methodButton(_ method: SignInMethod, isMain: Bool = false) -> ScreenContent.Element? {
    button(
      method.rawValue, texts(method.startText), action: .choose(method),
      role: isMain ? .primary : .secondary, symbol: .method(method),
      badge: choices.lastUsed == method ? texts("signIn.lastUsed") : nil,
      hint: method.traits.hint.map { texts($0) })
  }

  /// The wallets, and help for a user without one.
  var wallets: ScreenContent {
    screen(
      texts("wallets.title"), lead: texts("wallets.lead"),
      choices.wallets.map { methodButton($0) } + [text("help", texts("wallets.help"), style: .caption)])
  }

  func signUpLink(_ action: SignInAction, required: [ScreenContent.Field]) -> ScreenContent.Element? {
    choices.hasSignUp
      ? button("create-account", texts("identifier.createAccount"), action: action, required: required) : nil
  }

  private var signUpRule: ScreenContent.Element? {
    if !choices.isSignUpOpen { return text("closed", texts("windows.start.closed"), style: .caption) }
    return choices.needsInvitation ? text("invited", texts("signIn.invitedOnly"), style: .caption) : nil
  }

  private var terms: [ScreenContent.Element?] {
    guard configuration.showsTerms else { return [] }
    let link = { (part: String, label: String, url: String?) -> ScreenContent.Element? in
      url.map {
        .button(ScreenContent.Button(id: id(part), label: texts(label), role: .link, action: .open($0)))
      }
    }
    return [
      link("terms", "signIn.terms", choices.termsURL), link("privacy", "signIn.privacy", choices.privacyURL),
    ]
  }

  // MARK: The password

  func password(_ identifier: String) -> ScreenContent {
    let field = ScreenContent.Field(
      name: .password, id: id("password"), label: texts("identifier.password"), kind: .password,
      maximumLength: nil, accountName: identifier)
    return screen(
      texts("identifier.passwordTitle"), lead: identifier, firstFocus: .password,
      [
        .field(field),
        button(
          "sign-in", texts("identifier.signIn"), action: .submitPassword, role: .primary, required: [field]),
        choices.hasReset ? button("forgot", texts("identifier.forgot"), action: .resetPassword) : nil,
        choices.codeKind(of: identifier) == nil
          ? nil : button("code", texts("identifier.codeInstead"), action: .sendCode),
        signUpLink(.createAccount, required: []),
      ])
  }

  // MARK: The sign-up

  func signUp(_ typed: SignUpForm) -> ScreenContent {
    let form = choices.hasPasswords ? signUpForm(typed) : []
    let isAlone = form.isEmpty
    let passkey =
      choices.methods.contains(.passkey)
      ? button(
        "passkey", texts("passkeys.signUp"), action: .signUpWithPasskey,
        role: isAlone ? .primary : .secondary,
        symbol: .passkey, hint: texts("passkeys.detail")) : nil
    return screen(
      texts("identifier.signUpTitle"), lead: isAlone ? texts("windows.signUp.passkeyLead") : nil,
      firstFocus: isAlone ? .name : firstField(typed),
      (isAlone ? [.field(nameField(typed))] : form)
        + (isAlone || passkey == nil ? [] : [.divider(texts("windows.or"))]) + [passkey]
        + [
          choices.needsInvitation
            ? text("invited", texts("windows.signUp.invitedOnly"), style: .caption) : nil
        ])
  }

  /// The first field that the user has to fill in.
  private func firstField(_ typed: SignUpForm) -> FieldName {
    let hasAddress = !choices.addressKinds.isEmpty
    let isTyped = !(hasAddress ? typed.address : typed.username).isEmpty
    return isTyped ? .newPassword : hasAddress ? .address : .username
  }

  private func nameField(_ typed: SignUpForm) -> ScreenContent.Field {
    ScreenContent.Field(
      name: .name, id: id("name"), label: texts("passkeys.name"), kind: .name, initialText: typed.name)
  }

  private func signUpForm(_ typed: SignUpForm) -> [ScreenContent.Element?] {
    let kinds = choices.addressKinds
    let address = ScreenContent.Field(
      name: .address, id: id("address"), label: texts(kinds.label),
      kind: kinds == [.email] ? .email : kinds == [.phoneNumber] ? .phoneNumber : .identifier(kinds),
      hint: kinds.contains(.phoneNumber) ? texts("identifier.phoneHelp") : nil,
      initialText: typed.address)
    let username = ScreenContent.Field(
      name: .username, id: id("username"),
      label: texts(kinds.isEmpty ? "identifier.username" : "identifier.usernameOptional"), kind: .username,
      initialText: typed.username)
    let hasUsernames = choices.passwordIdentifiers.contains(.username)
    let password = newPasswordField(label: "identifier.password", account: typed.address)
    return [
      kinds.isEmpty ? nil : .field(address), hasUsernames ? .field(username) : nil,
      .field(nameField(typed)), .field(password),
      button(
        "create", texts("identifier.signUp"), action: .signUp, role: .primary,
        required: [kinds.isEmpty ? username : address, password]),
    ]
  }

  func newPasswordField(
    label: String, account: String, about identifiers: [String] = []
  ) -> ScreenContent.Field {
    .newPassword(
      id("new-password"), label: texts(label), choices, about: identifiers,
      accountName: account.isEmpty ? nil : account, texts: texts)
  }
}

/// A button of the first view besides the identifier.
private enum StartRow: Equatable {
  case method(SignInMethod)
  /// All wallets, which have a view of their own.
  case wallets

  /// The rows in the order of the methods. The method that the user has used last comes first.
  static func rows(of choices: SignInChoices) -> [StartRow] {
    let last = choices.methods.filter { $0 == choices.lastUsed }.map(StartRow.method)
    let others = choices.methods.filter { $0 != choices.lastUsed }.map { method in
      choices.hasWalletList && choices.wallets.contains(method) ? .wallets : StartRow.method(method)
    }
    return others.reduce(into: last) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension [IdentifierKind] {
  /// The key of the label of a field for these kinds.
  var label: String {
    switch (contains(.email), contains(.phoneNumber), contains(.username)) {
    case (true, true, true): "identifier.any"
    case (true, true, false): "identifier.emailOrPhone"
    case (true, false, true): "identifier.emailOrUsername"
    case (true, false, false): "identifier.email"
    case (false, true, true): "identifier.phoneOrUsername"
    case (false, true, false): "identifier.phone"
    default: "identifier.username"
    }
  }
}

/// The first view of a sign-in that confirms a user who is signed in: the methods that the account has.
extension SignInDrawing {
  var confirmation: ScreenContent {
    let password = choices.passwordIdentifiers.lazy.compactMap { choices.known[$0] }.first
    let codes = choices.codeIdentifiers.compactMap { kind in
      choices.known[kind].map { address in
        button(
          kind == .email ? "email" : "phone", texts(SignInMethod.code.confirmText, ["address": address]),
          action: .sendCodeTo(kind), role: .secondary, symbol: kind == .email ? .email : .phoneNumber)
      }
    }
    let methods = choices.methods.map { method in
      button(
        method.rawValue, texts(method.confirmText), action: .choose(method), role: .secondary,
        symbol: .method(method))
    }
    return screen(
      texts("again.title"),
      lead: texts(choices.confirmation == .missingSecondFactor ? "again.secondFactor" : "again.reason"),
      [
        password.map {
          button(
            "password", texts(SignInMethod.password.confirmText), action: .continueAs($0), role: .secondary,
            symbol: .password)
        }
      ] + codes + methods)
  }
}
