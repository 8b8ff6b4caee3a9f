/// The sections that are read by themselves, and the way out.
extension AccountDrawing {
  /// The elements of a list in any state.
  private func elements<Items>(
    of list: AccountList, _ part: String, _ state: ListState<Items>, loading: String,
    _ loaded: (Items) -> [Element?]
  ) -> [Element] {
    switch state {
    case .loading: [.progress(ScreenContent.Progress(id: id("\(part).progress"), label: texts(loading)))]
    case .failed(let problem):
      [
        text(
          "\(part).problem",
          ErrorSentences(texts: texts).sentence(problem.code, section: nil, isFault: problem.isFault),
          style: .warning),
        button("\(part).reload", texts("action.tryAgain"), action: .reload(list)),
      ]
    case .loaded(let items): loaded(items).compactMap(\.self)
    }
  }

  // MARK: Passkeys

  var passkeys: ScreenContent.Section? {
    let canAdd = choices.methods.contains(.passkey)
    if !canAdd {
      guard case .loaded(let passkeys) = flow.lists.passkeys, !passkeys.isEmpty else { return nil }
    }
    let list = elements(
      of: .passkeys, "passkeys", flow.lists.passkeys, loading: "windows.account.passkeysLoading"
    ) { passkeys in
      (passkeys.isEmpty
        ? [text("passkeys.none", texts("windows.account.passkeysNone"), style: .empty)]
        : passkeys.map(passkey))
        + [
          canAdd
            ? button("passkeys.add", texts("passkeys.add"), action: .begin(.link(.passkey)), symbol: .passkey)
            : nil
        ]
    }
    return ScreenContent.Section(
      id: id("passkeys"), title: texts("passkeys.listTitle"), symbol: .passkey, elements: list,
      footer: texts("windows.account.passkeysAbout"))
  }

  private func passkey(_ passkey: AccountPasskey) -> Element {
    let name = name(of: passkey)
    let used = passkey.createdAt.map { created in
      texts(
        "passkeys.used",
        [
          "added": texts.date(created),
          "used": passkey.lastUsedAt.map { texts.ago($0, at: now) } ?? texts("time.unknown"),
        ])
    }
    let part = "passkeys.\(passkey.id)"
    return .row(
      ScreenContent.Row(
        id: id(part), title: name, detail: used,
        badge: texts(passkey.isSynced ? "passkeys.synced" : "passkeys.oneDevice"), symbol: .passkey,
        actions: [
          control(
            "\(part).rename", texts("passkeys.rename"), action: .begin(.renamePasskey(passkey.id)),
            symbol: .edit,
            accessibilityLabel: texts("passkeys.renameOne", ["name": name])),
          flow.offersChange(.removePasskey(passkey.id))
            ? control(
              "\(part).remove", texts("passkeys.remove"), action: .begin(.removePasskey(passkey.id)),
              role: .destructive,
              symbol: .remove, accessibilityLabel: texts("passkeys.removeOne", ["name": name])) : nil,
        ].compactMap(\.self), menuLabel: texts("windows.menuOf", ["name": name])))
  }

  /// The name of a passkey in the language of the user.
  func name(of passkey: AccountPasskey?) -> String {
    guard let name = passkey?.name, !name.isEmpty else { return texts("passkeys.unnamed") }
    return name
  }

  /// A passkey of the list.
  func passkey(_ id: String) -> AccountPasskey? {
    guard case .loaded(let passkeys) = flow.lists.passkeys else { return nil }
    return passkeys.first { $0.id == id }
  }

  // MARK: Second factors

  func secondFactors(_ user: AccountUser) -> ScreenContent.Section? {
    ScreenContent.Section(
      id: id("second-factors"), title: texts("secondFactor.title"), symbol: .authenticator,
      elements: elements(
        of: .secondFactors, "second-factors", flow.lists.secondFactors, loading: "secondFactor.loading"
      ) { state in
        let rows =
          state.factors.isEmpty
          ? [text("second-factors.none", texts("windows.account.factorsNone"), style: .empty)]
          : state.factors.map(factor) + [recoveryCodes(state.codesLeft)]
        let kinds = (flow.offer?.factorKinds ?? []).filter { kind in
          flow.offer.map { state.mayAdd(kind, offer: $0, user: user) } == true
        }
        return rows
          + [
            button(
              "second-factors.add-authenticator", texts("secondFactor.add"),
              action: .begin(.addAuthenticator),
              symbol: .authenticator)
          ]
          + kinds.map { kind in
            button(
              "second-factors.add-\(kind == .email ? "email" : "sms")",
              texts(kind == .email ? "secondFactor.useEmailCodes" : "secondFactor.useSMSCodes"),
              action: .begin(.addFactorCode(kind)), symbol: kind == .email ? .email : .phoneNumber)
          }
      }, footer: texts("secondFactor.about"))
  }

  private func factor(_ factor: AccountFactors.Factor) -> Element {
    let name = texts(factor.nameKey)
    let added = factor.createdAt.map(texts.date)
    return .row(
      ScreenContent.Row(
        id: id("second-factors.\(factor.id)"), title: name,
        detail: added.map { texts("secondFactor.added", ["date": $0]) },
        symbol: factor.symbol,
        actions: [
          control(
            "second-factors.\(factor.id).remove", texts("secondFactor.remove"),
            action: .begin(.removeFactor(factor.id)),
            role: .destructive, symbol: .remove,
            accessibilityLabel: texts(
              "secondFactor.removeOne", ["name": name, "date": added ?? texts("time.unknown")]))
        ]))
  }

  private func recoveryCodes(_ left: Int) -> Element {
    let count = left == 0 ? texts("secondFactor.noneLeft") : texts("secondFactor.left", count: left)
    return .row(
      ScreenContent.Row(
        id: id("second-factors.recovery-codes"), title: texts("secondFactor.codes"),
        detail: left > 2 ? count : texts("secondFactor.fewLeft", ["left": count]), symbol: .recoveryCode,
        actions: [
          control(
            "second-factors.recovery-codes.new", texts("secondFactor.newCodes"),
            action: .begin(.newRecoveryCodes),
            accessibilityLabel: texts("secondFactor.newCodesLabel"))
        ]))
  }

  // MARK: Sessions

  var sessions: ScreenContent.Section? {
    ScreenContent.Section(
      id: id("sessions"), title: texts("sessions.title"), symbol: .computer,
      elements: elements(of: .sessions, "sessions", flow.lists.sessions, loading: "sessions.loading") {
        sessions in
        let hasOthers = sessions.contains { !$0.isCurrent }
        return sessions.map(session)
          + [
            hasOthers
              ? button("sessions.end-others", texts("sessions.others"), action: .begin(.endOtherSessions))
              : text("sessions.none", texts("sessions.onlyThis"), style: .empty),
            button(
              "sessions.end-all", texts("sessions.all"), action: .begin(.signOutEverywhere),
              role: .destructive),
          ]
      }, footer: texts("sessions.notListed"))
  }

  private func session(_ session: AccountSession) -> Element {
    let name = session.device ?? texts("deviceName.unknown")
    return .row(
      ScreenContent.Row(
        id: id("sessions.\(session.id)"), title: name,
        detail: session.isCurrent
          ? texts("sessions.activeNow")
          : session.lastUsedAt.map { texts("sessions.lastUsed", ["time": texts.ago($0, at: now)]) },
        badge: session.isCurrent ? texts("sessions.current") : nil, symbol: .computer,
        actions: session.isCurrent
          ? []
          : [
            control(
              "sessions.\(session.id).end", texts("sessions.signOut"),
              action: .begin(.endSession(session.id)),
              role: .destructive, symbol: .signOut,
              accessibilityLabel: texts("sessions.signOutOne", ["name": name])
            )
          ]))
  }

  // MARK: Data and leaving

  var data: ScreenContent.Section? {
    ScreenContent.Section(
      id: id("data"), title: texts("data.title"), symbol: .save,
      elements: [button("data.export", texts("data.download"), action: .begin(.export), symbol: .save)],
      footer: texts("data.text"))
  }

  var leaving: ScreenContent.Section? {
    ScreenContent.Section(
      id: id("leaving"), title: nil,
      elements: [
        button("leaving.sign-out", texts("account.signOut"), action: .begin(.signOut), symbol: .signOut),
        button(
          "leaving.delete", texts("data.delete"), action: .begin(.deleteAccount), role: .destructive,
          symbol: .remove),
      ])
  }
}

extension AccountFactors.Factor {
  var nameKey: String {
    switch (kind, channel) {
    case (.passkey, _): "secondFactor.passkey"
    case (.sentCode, .phoneNumber): "secondFactor.smsCodes"
    case (.sentCode, _): "secondFactor.emailCodes"
    case (.authenticator, _): "secondFactor.authenticator"
    default: "windows.account.otherFactor"
    }
  }

  fileprivate var symbol: ScreenContent.Symbol {
    switch (kind, channel) {
    case (.passkey, _): .passkey
    case (.sentCode, .phoneNumber): .phoneNumber
    case (.sentCode, _): .email
    default: .authenticator
    }
  }
}
