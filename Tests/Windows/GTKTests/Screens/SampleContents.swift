#if os(Linux)
  import DoorwardFlow
  import DoorwardQRCodes

  /// Contents with every kind of element.
  enum SampleContents {
    /// The first view of a sign-in.
    static var start: ScreenContent {
      var content = ScreenContent(
        name: "start", id: "doorward.sign-in.start", language: "en", title: "Sign in to Notes",
        lead: "Use your email address or one of the other ways.",
        elements: [
          .field(identifier),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.start.continue", label: "Continue", role: .primary,
              action: .signIn(.continueWithIdentifier), required: [.identifier])),
          .divider("or"),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.start.passkey", label: "Use a passkey",
              action: .signIn(.choose(.passkey)),
              symbol: .passkey, badge: "Last used")),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.start.browser", label: "Continue in the browser",
              action: .signIn(.choose(.browser)), symbol: .method(.browser))),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.start.create-account", label: "Create an account", role: .link,
              action: .signIn(.createAccount))),
        ])
      content.firstFocus = .identifier
      content.close = ScreenContent.Button(
        id: "doorward.sign-in.start.close", label: "Close", role: .cancel, action: .signIn(.cancel))
      return content
    }

    static let identifier = ScreenContent.Field(
      name: .identifier, id: "doorward.sign-in.start.identifier", label: "Email or user name",
      kind: .identifier([.email, .username]))

    /// A password, with a problem and a way back.
    static var password: ScreenContent {
      var content = ScreenContent(
        name: "password", id: "doorward.sign-in.password", language: "en", title: "Enter your password",
        lead: "ada@example.com",
        elements: [
          .field(
            ScreenContent.Field(
              name: .password, id: "doorward.sign-in.password.password", label: "Password", kind: .password)),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.password.submit", label: "Sign in", role: .primary,
              action: .signIn(.submitPassword), required: [.password])),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.password.reset", label: "Forgot password?", role: .link,
              action: .signIn(.resetPassword))),
        ])
      content.firstFocus = .password
      content.back = ScreenContent.Button(
        id: "doorward.sign-in.password.back", label: "Back", action: .signIn(.back))
      content.close = start.close
      return content
    }

    /// A new authenticator.
    static func authenticator() throws -> ScreenContent {
      var content = ScreenContent(
        name: "new-factor.authenticator", id: "doorward.sign-in.new-factor", language: "en",
        title: "Add an authenticator",
        lead: "Scan the code with an authenticator app, then enter the code that it shows.",
        elements: [
          .qrCode(
            ScreenContent.QRCode(
              id: "doorward.sign-in.new-factor.qr-code", label: "QR code of the key",
              svg: try QRCode("otpauth://totp/Notes:ada?secret=JBSWY3DPEHPK3PXP&issuer=Notes").svg,
              uri: "otpauth://totp/Notes:ada")),
          .secret(
            ScreenContent.Secret(
              id: "doorward.sign-in.new-factor.secret", label: "Key",
              groups: ["JBSW", "Y3DP", "EHPK", "3PXP"],
              hint: "Type it if you cannot scan the code.",
              copy: ScreenContent.Button(
                id: "doorward.sign-in.new-factor.copy", label: "Copy", action: .copy("JBSWY3DPEHPK3PXP"),
                symbol: .copy))),
          .field(
            ScreenContent.Field(
              name: .code, id: "doorward.sign-in.new-factor.code", label: "Code",
              kind: .oneTimeCode(length: 6))),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.new-factor.confirm", label: "Confirm", role: .primary,
              action: .signIn(.submitFactor), required: [.code])),
        ])
      content.firstFocus = .code
      content.back = password.back
      return content
    }

    /// New recovery codes.
    static var recoveryCodes: ScreenContent {
      ScreenContent(
        name: "recovery-codes", id: "doorward.sign-in.recovery-codes", language: "en",
        title: "Save your recovery codes",
        lead: "Each code signs you in once if you lose your second factor. They are not shown again.",
        elements: [
          .text(
            ScreenContent.Paragraph(
              id: "doorward.sign-in.recovery-codes.warning",
              "Save the codes before you close this window. They are not shown again.", .warning)),
          .codes(
            ScreenContent.CodeList(
              id: "doorward.sign-in.recovery-codes.codes", label: "Recovery codes",
              codes: (0..<10).map { "k\($0)fw-9qz\($0)-mmtd" },
              actions: [
                ScreenContent.Button(
                  id: "doorward.sign-in.recovery-codes.copy", label: "Copy", action: .copy("codes"),
                  symbol: .copy),
                ScreenContent.Button(
                  id: "doorward.sign-in.recovery-codes.save", label: "Save", action: .copy("codes"),
                  symbol: .save),
              ])),
          .button(
            ScreenContent.Button(
              id: "doorward.sign-in.recovery-codes.saved", label: "I have saved the codes", role: .primary,
              action: .signIn(.savedCodes))),
        ])
    }

    /// Sections of an account.
    static var account: ScreenContent {
      let row = {
        (
          id: String, title: String, detail: String?, badge: String?, symbol: ScreenContent.Symbol?,
          actions: [ScreenContent.Button]
        ) in
        ScreenContent.Element.row(
          ScreenContent.Row(
            id: id, title: title, isIdentifier: title.contains("@"), detail: detail, badge: badge,
            symbol: symbol,
            actions: actions, menuLabel: "Actions for \(title)"))
      }
      let button = {
        (id: String, label: String, role: ScreenContent.Button.Role, symbol: ScreenContent.Symbol?) in
        ScreenContent.Button(id: id, label: label, role: role, action: .account(.retry), symbol: symbol)
      }
      var content = ScreenContent(
        name: "account", id: "doorward.account", language: "en", title: "Account",
        elements: [
          .section(
            ScreenContent.Section(
              id: "doorward.account.profile", title: "Profile",
              elements: [
                .photo(
                  ScreenContent.Photo(
                    id: "doorward.account.photo", label: "Your photo", url: nil, initials: "AL",
                    actions: [button("choose", "Choose a photo", .secondary, .photo)])),
                row(
                  "name", "Ada Lovelace", "Name", nil, nil, [button("name.edit", "Change", .secondary, nil)]),
                row(
                  "email", "ada@example.com", "Email address", "Verified", .email,
                  [button("email.edit", "Change", .secondary, nil)]),
              ])),
          .section(
            ScreenContent.Section(
              id: "doorward.account.passkeys", title: "Passkeys",
              elements: [
                row(
                  "passkey.1", "Notebook", "Added on 3 May · last used today", nil, .passkey,
                  [
                    button("rename", "Rename", .secondary, .edit),
                    button("remove", "Remove", .destructive, .remove),
                  ]),
                .button(button("passkeys.add", "Add a passkey", .secondary, .add)),
              ], footer: "A passkey signs you in with your fingerprint, your face or a security key.")),
          .section(
            ScreenContent.Section(
              id: "doorward.account.sessions", title: "Sessions",
              elements: [
                row("session.1", "Firefox on Linux", "Berlin · now", "This device", .computer, []),
                row(
                  "session.2", "Notes on iPhone", "Yesterday at 18:04", nil, .phone,
                  [button("session.2.end", "Sign out", .destructive, nil)]),
                .progress(
                  ScreenContent.Progress(
                    id: "doorward.account.sessions.progress", label: "Reading the sessions …")),
              ])),
          .section(
            ScreenContent.Section(
              id: "doorward.account.end", title: nil,
              elements: [
                .button(button("sign-out", "Sign out", .secondary, .signOut)),
                .button(button("delete", "Delete the account", .destructive, .remove)),
              ])),
        ])
      content.close = start.close
      return content
    }
  }
#endif
