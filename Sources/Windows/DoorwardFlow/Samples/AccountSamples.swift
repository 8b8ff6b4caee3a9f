#if DEBUG
  internal import Doorward
  internal import DoorwardWire
  internal import Foundation

  /// Account windows in the states that look different: for previews and tests.
  package enum AccountSamples {
    package typealias Sample = (view: String, state: String, flow: AccountFlow)

    private static let offer = AccountOffer(
      SignInChoices(
        passwordIdentifiers: IdentifierKind.allCases, codeIdentifiers: [.email, .phoneNumber],
        methods: [.passkey, .near], codeLength: 6, minimumPasswordLength: 15,
        maximumPasswordLength: 256, applicationName: "Notes"), factorKinds: [.email, .phoneNumber])
    private static let user = AccountUser(
      profile: [.name: "Ada Lovelace", .firstName: "Ada"], photo: "https://accounts.example/photo",
      email: "ada@example.com", phoneNumber: "+49 151 2345678", username: "ada", hasPassword: true,
      identities: [
        .init(id: "i1", type: "email", identifier: "ada@example.com", lastUsedAt: SampleTime.after(0)),
        .init(id: "i2", type: "near", identifier: "ada.near", lastUsedAt: SampleTime.after(-7200)),
      ])
    private static let newUser = AccountUser(
      identities: [.init(id: "i1", type: "passkey", identifier: "abc", lastUsedAt: nil)])
    private static let offline = SignInProblem(code: "offline", remedy: .retry)
    private static let sent = SentCode(
      ticket: Ticket(1), expiresAt: SampleTime.after(600), resendAt: SampleTime.after(42))

    /// The content of the samples. The form of the profile has the fields with autofill or a choice: every other field looks like
    /// that of the name of a passkey.
    package static func content(_ signIn: SignInContent) -> AccountContent {
      var content = AccountContent(signIn, photoSources: [.library, .camera], languages: ["de", "ja"])
      content.profileFields.removeAll { $0.text.input == .text }
      return content
    }

    /// The flows, by the name of the window or dialog and of the state.
    package static var all: [Sample] { pages + questions + forms + steps + endings }

    // MARK: Steps

    private static func begun() -> AccountFlow {
      var flow = AccountFlow()
      _ = flow.begin()
      return flow
    }

    private static func read(_ user: AccountUser = user, _ offer: AccountOffer = offer) -> AccountFlow {
      var flow = begun()
      flow.answer(.read(user, offer))
      return flow
    }

    private static func filled(_ steps: (inout AccountFlow) -> Void = { _ in }) -> AccountFlow {
      var flow = read()
      flow.list(
        .passkeys,
        .passkeys([
          AccountPasskey(
            id: "p1", name: "Phone", isSynced: true, createdAt: SampleTime.after(-864_000),
            lastUsedAt: SampleTime.after(-300)),
          AccountPasskey(id: "p2", name: "", isSynced: false, createdAt: nil, lastUsedAt: nil),
        ]))
      flow.list(
        .secondFactors,
        .secondFactors(
          AccountFactors(
            factors: [
              .init(id: "f1", kind: .authenticator, createdAt: SampleTime.after(-864_000)),
              .init(id: "f2", kind: .sentCode, channel: .email, createdAt: nil),
              .init(id: "f3", kind: nil, createdAt: nil),
            ], codesLeft: 2)))
      flow.list(
        .sessions,
        .sessions([
          AccountSession(
            id: "s1", isCurrent: true, device: "Notes on Linux", lastUsedAt: SampleTime.after(0)),
          AccountSession(id: "s2", isCurrent: false, device: nil, lastUsedAt: SampleTime.after(-90_000)),
        ]))
      steps(&flow)
      return flow
    }

    private static func opened(
      _ change: AccountChange, _ steps: (inout AccountFlow) -> Void = { _ in }
    ) -> AccountFlow {
      filled {
        _ = $0.perform(.begin(change))
        steps(&$0)
      }
    }

    // MARK: Samples

    private static var pages: [Sample] {
      var unread = begun()
      unread.answer(.refused(offline))
      var empty = read(newUser, AccountOffer(SignInChoices(methods: [.passkey])))
      empty.list(.passkeys, .passkeys([]))
      empty.list(.secondFactors, .secondFactors(AccountFactors()))
      empty.list(
        .sessions,
        .sessions([AccountSession(id: "s1", isCurrent: true, device: "Notes on Linux", lastUsedAt: nil)]))
      var failed = read()
      for list in AccountList.allCases { failed.list(list, nil) }
      return [
        ("loading", "reading", begun()), ("unavailable", "offline", unread),
        ("account", "lists are read", read()), ("account", "everything", filled()),
        ("account", "new user", empty), ("account", "lists have failed", failed),
        ("account", "sending a photo", filled { _ = $0.perform(.setPhoto) }),
        (
          "account", "photo is no image",
          filled {
            _ = $0.perform(.setPhoto)
            $0.answer(.refused(SignInProblem(code: "photo_damaged")))
          }
        ),
        (
          "account", "photo was saved",
          filled {
            _ = $0.perform(.setPhoto)
            $0.answer(.changed(user))
          }
        ),
        (
          "account", "passkey was renamed",
          opened(.renamePasskey("p1")) {
            _ = $0.perform(.confirm(FieldTexts([.name: "Work phone"])))
            $0.answer(.changed(user))
          }
        ),
      ]
    }

    private static var questions: [Sample] {
      let changes: [AccountChange] = [
        .removeUsername, .removePhoto, .unlink("i2"), .removePasskey("p1"), .removeFactor("f1"),
        .newRecoveryCodes, .endSession("s2"), .endOtherSessions, .signOut, .signOutEverywhere, .deleteAccount,
      ]
      let asked = changes.map { ($0.name, "asked", opened($0)) }
      return asked + [
        (
          "remove-passkey", "removing",
          opened(.removePasskey("p2")) { _ = $0.perform(.confirm(FieldTexts())) }
        ),
        (
          "remove-identity", "last one",
          opened(.unlink("i2")) {
            _ = $0.perform(.confirm(FieldTexts()))
            $0.answer(.refused(SignInProblem(code: "last_identity")))
          }
        ),
        (
          "delete-account", "offline",
          opened(.deleteAccount) {
            _ = $0.perform(.confirm(FieldTexts()))
            $0.answer(.refused(offline))
          }
        ),
      ]
    }

    private static var forms: [Sample] {
      let texts = FieldTexts([.password: "a wrong password", .newPassword: "a long new password"])
      return [
        ("profile-edit", "open", opened(.profile)), ("username", "open", opened(.username)),
        (
          "username", "taken",
          opened(.username) {
            _ = $0.perform(.confirm(FieldTexts([.username: "grace"])))
            $0.answer(.refused(SignInProblem(code: "username_taken")))
          }
        ),
        ("email", "open", opened(.email)), ("phone", "open", opened(.phoneNumber)),
        ("rename-passkey", "open", opened(.renamePasskey("p1"))),
        ("password-change", "open", opened(.password)),
        (
          "password-change", "wrong",
          opened(.password) {
            _ = $0.perform(.confirm(texts))
            $0.answer(.refused(SignInProblem(code: "invalid_credentials")))
          }
        ),
        (
          "password-change", "not confirmed",
          opened(.password) {
            _ = $0.perform(.confirm(texts))
            $0.answer(.signInAgain(.oldSignIn))
            _ = $0.signedInAgain(false)
          }
        ),
      ]
    }

    private static var steps: [Sample] {
      let address = FieldTexts([.address: "grace@example.com"])
      let key = NewAuthenticator(
        ticket: Ticket(5), secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Notes",
        qrCode: SignInSamples.qrCode)
      let atCode = { (steps: (inout AccountFlow) -> Void) in
        opened(.email) {
          _ = $0.perform(.confirm(address))
          $0.answer(.codeSent(sent))
          steps(&$0)
        }
      }
      return [
        ("email.code", "sent", atCode { _ in }),
        ("email.code", "expired", atCode { _ = $0.fire(.codeExpiry) }),
        ("add-passkey", "waiting", opened(.link(.passkey))), ("add-near", "waiting", opened(.link(.near))),
        (
          "add-near", "refused",
          opened(.link(.near)) { $0.answer(.refused(SignInProblem(code: "rejected"))) }
        ),
        ("add-authenticator", "waiting", opened(.addAuthenticator)),
        ("add-sms-codes", "waiting", opened(.addFactorCode(.phoneNumber))),
        ("export", "waiting", opened(.export)),
        (
          "export.file", "read",
          opened(.export) { $0.answer(.file(TextFile(name: "account.json", text: "{}", format: .json))) }
        ),
        ("new-authenticator", "key", opened(.addAuthenticator) { $0.answer(.authenticator(key)) }),
        (
          "recovery-codes", "shown",
          opened(.newRecoveryCodes) {
            _ = $0.perform(.confirm(FieldTexts()))
            $0.answer(.recoveryCodes(["7K2QD-9MXF4", "3H8WP-2RTB6"]))
          }
        ),
      ]
    }

    private static var endings: [Sample] {
      [
        ("finished.closed", "closed", filled { _ = $0.perform(.close) }),
        ("finished.signed-out", "elsewhere", filled { _ = $0.signedOut() }),
        (
          "finished.deleted", "deleted",
          opened(.deleteAccount) {
            _ = $0.perform(.confirm(FieldTexts()))
            $0.answer(.deleted)
          }
        ),
      ]
    }
  }
#endif
