/// The sections of the user and of the ways to sign in.
extension AccountDrawing {
  func profile(_ user: AccountUser) -> ScreenContent.Section? {
    let name = row(
      "name", texts("profile.name"), value: user.name ?? texts("windows.account.nameNone"),
      actions: [
        control(
          "profile.edit", texts("windows.account.edit"), action: .begin(.profile), symbol: .edit,
          accessibilityLabel: texts("windows.account.profileTitle"))
      ])
    return ScreenContent.Section(
      id: id("profile"), title: texts("profile.title"), symbol: .user,
      elements: [photo(user), .row(name), username(user).map(Element.row)].compactMap(\.self))
  }

  private func photo(_ user: AccountUser) -> Element? {
    let sources = flow.offer?.acceptsPhotos == false ? [] : content.photoSources
    guard user.photo != nil || !sources.isEmpty else { return nil }
    let choose = sources.map { source in
      let label =
        switch source {
        case .library: texts("windows.account.photoLibrary")
        case .camera: texts("windows.account.photoCamera")
        case .file: texts("windows.account.photoFile")
        }
      return ScreenContent.Button(
        id: id("profile.photo.\(source.rawValue)"), label: label, action: .choosePhoto(source),
        isEnabled: flow.allows(.setPhoto), symbol: source == .camera ? .camera : .photo)
    }
    let remove = control(
      "profile.photo.remove", texts("photo.remove"), action: .begin(.removePhoto), role: .destructive,
      symbol: .remove,
      accessibilityLabel: texts("photo.removeLabel"))
    let name = user.shownName ?? texts("windows.accountUnnamed")
    return .photo(
      ScreenContent.Photo(
        id: id("profile.photo"),
        label: user.photo == nil
          ? texts("windows.account.photoNone") : texts("windows.account.photoOf", ["name": name]),
        url: user.photo, initials: (user.shownName?.first).map { String($0).uppercased() } ?? "",
        isBusy: flow.pending?.request == .setPhoto, actions: choose + (user.photo == nil ? [] : [remove])))
  }

  private func username(_ user: AccountUser) -> ScreenContent.Row? {
    guard choices.passwordIdentifiers.contains(.username) || user.username != nil else { return nil }
    let change = control(
      "profile.username.change", texts(user.username == nil ? "userName.set" : "userName.change"),
      action: .begin(.username), symbol: .edit,
      accessibilityLabel: texts(user.username == nil ? "userName.setTitle" : "userName.changeTitle"))
    let remove = control(
      "profile.username.remove", texts("userName.remove"), action: .begin(.removeUsername),
      role: .destructive,
      symbol: .remove, accessibilityLabel: texts("userName.removeLabel"))
    return row(
      "username", texts("userName.label"), value: user.username ?? texts("userName.none"),
      actions: (choices.passwordIdentifiers.contains(.username) ? [change] : [])
        + (user.username == nil ? [] : [remove]))
  }

  /// A row with a value below its name.
  private func row(
    _ part: String, _ title: String, value: String, actions: [ScreenContent.Button]
  ) -> ScreenContent.Row {
    ScreenContent.Row(
      id: id("profile.\(part)"), title: title, detail: value, actions: actions,
      menuLabel: texts("windows.menuOf", ["name": title]))
  }

  // MARK: The identities

  func addresses(_ user: AccountUser) -> ScreenContent.Section? {
    let rows = [
      address("email", .email, address: user.email, of: user, symbol: .email),
      address("phone", .phoneNumber, address: user.phoneNumber, of: user, symbol: .phoneNumber),
    ].compactMap(\.self)
    guard !rows.isEmpty else { return nil }
    return ScreenContent.Section(
      id: id("addresses"), title: texts("code.title"), symbol: .email, elements: rows.map(Element.row))
  }

  private func address(
    _ part: String, _ change: AccountChange, address: String?, of user: AccountUser,
    symbol: ScreenContent.Symbol
  ) -> ScreenContent.Row? {
    guard address != nil || flow.offersChange(change) else { return nil }
    let isEmail = change == .email
    let label =
      switch (isEmail, address == nil) {
      case (true, true): "code.addEmail"
      case (true, false): "code.changeEmail"
      case (false, true): "code.addPhone"
      case (false, false): "code.changePhone"
      }
    let edit = control(
      "addresses.\(part).change", texts(address == nil ? "code.add" : "code.change"), action: .begin(change),
      symbol: .edit, accessibilityLabel: texts(label))
    let identity = user.identities.first { $0.type == part }
    let remove = identity.flatMap { flow.offersChange(.unlink($0.id)) ? $0 : nil }.map {
      control(
        "addresses.\(part).remove", texts("identities.remove"), action: .begin(.unlink($0.id)),
        role: .destructive,
        symbol: .remove, accessibilityLabel: texts("identities.removeOne", ["identifier": $0.identifier]))
    }
    return ScreenContent.Row(
      id: id("addresses.\(part)"), title: texts(isEmail ? "code.email" : "code.phone"),
      detail: address ?? texts("code.none"), symbol: symbol,
      actions: [flow.offersChange(change) ? edit : nil, remove].compactMap(\.self),
      menuLabel: texts("windows.menuOf", ["name": texts(isEmail ? "code.email" : "code.phone")]))
  }

  func wallets(_ user: AccountUser) -> ScreenContent.Section? {
    let (rows, add) = identities(of: user, in: "wallets", kinds: [.wallet])
    guard !rows.isEmpty || !add.isEmpty else { return nil }
    return ScreenContent.Section(
      id: id("wallets"), title: texts("windows.account.wallets"), symbol: .wallet,
      elements: (rows.isEmpty
        ? [text("wallets.none", texts("windows.account.walletsNone"), style: .empty)] : rows)
        + add)
  }

  /// The identities that have no section of their own, among them those of types that this version does not know.
  func otherIdentities(_ user: AccountUser) -> ScreenContent.Section? {
    let (rows, add) = identities(of: user, in: "identities", kinds: [.browser, nil])
    guard !rows.isEmpty || !add.isEmpty else { return nil }
    return ScreenContent.Section(
      id: id("identities"), title: texts("identities.title"), elements: rows + add)
  }

  /// The identities of methods of some kinds, and the buttons that add one. The kind nil means types that this version does not know.
  private func identities(
    of user: AccountUser, in section: String, kinds: [MethodTraits.Kind?]
  ) -> (rows: [Element], add: [Element]) {
    let rows = user.identities.filter { !$0.isIdentifier }.compactMap { identity -> Element? in
      let method = SignInMethod(identityType: identity.type)
      guard kinds.contains(method?.traits.kind) else { return nil }
      return .row(row(of: identity, method, in: section))
    }
    let methods = choices.methods.filter { $0.isAddable && kinds.contains($0.traits.kind) }
    let add = methods.map { method in
      button(
        "\(section).add-\(method.rawValue)", texts(method.addText), action: .begin(.link(method)),
        symbol: .method(method))
    }
    return (rows, add)
  }

  /// A row that copies and removes an identity.
  private func row(
    of identity: AccountUser.Identity, _ method: SignInMethod?, in section: String
  ) -> ScreenContent.Row {
    let part = "\(section).\(identity.id)"
    let kind = method?.traits.section.map { texts("\($0).identity") } ?? identity.type
    return ScreenContent.Row(
      id: id(part), title: identity.identifier, isIdentifier: true,
      detail: identity.lastUsedAt.map {
        texts("identities.lastUsed", ["kind": kind, "time": texts.ago($0, at: now)])
      } ?? kind, symbol: method.map { .method($0) },
      actions: [
        ScreenContent.Button(
          id: id("\(part).copy"), label: texts("identities.copy"), action: .copy(identity.identifier),
          symbol: .copy,
          accessibilityLabel: texts("identities.copyOne", ["identifier": identity.identifier])),
        flow.offersChange(.unlink(identity.id))
          ? control(
            "\(part).remove", texts("identities.remove"), action: .begin(.unlink(identity.id)),
            role: .destructive, symbol: .remove,
            accessibilityLabel: texts("identities.removeOne", ["identifier": identity.identifier])) : nil,
      ].compactMap(\.self), menuLabel: texts("windows.menuOf", ["name": identity.identifier]))
  }

  func password(_ user: AccountUser) -> ScreenContent.Section? {
    guard user.hasPassword || choices.hasPasswords else { return nil }
    let needsAddress = !user.hasPassword && !flow.offersChange(.password)
    return ScreenContent.Section(
      id: id("password"), title: texts("password.title"), symbol: .password,
      elements: [
        text(
          "password.state",
          texts(
            user.hasPassword ? "password.present" : needsAddress ? "password.addressFirst" : "password.absent"
          )),
        needsAddress
          ? nil
          : button(
            "password.change", texts(user.hasPassword ? "password.change" : "password.set"),
            action: .begin(.password)),
      ].compactMap(\.self))
  }
}
