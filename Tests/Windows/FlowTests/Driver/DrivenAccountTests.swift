import Doorward
import DoorwardTesting
import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// The changes of an account, against the server double.
@MainActor struct DrivenAccountTests {
  @Test(.timeLimit(.minutes(10))) func windowReadsTheAccount() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    #expect(account.flow.user?.email == DrivenSignIn.email && account.flow.user?.hasPassword == true)
    #expect(account.window.page.lead == "Signed in as ada@example.com")
    guard case .loaded(let sessions) = account.flow.lists.sessions else {
      Issue.record("\(account.flow.lists.sessions)")
      return
    }
    #expect(sessions.map(\.isCurrent) == [true])
  }

  @Test(.timeLimit(.minutes(10))) func profileIsChanged() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.profile.edit")
    try await account.press(
      "account.profile-edit.confirm", [.name: " Ada Lovelace ", .profile(.locale): "de"])
    #expect(account.doorward.currentUser?.info.name == "Ada Lovelace")
    #expect(account.window.page.notice == "Profile saved." && account.dialog == nil)
    try await account.press("account.profile.edit")
    #expect(account.window.dialog?.content.initialTexts[.name] == "Ada Lovelace")
    try await account.press("account.profile-edit.confirm", [.name: "", .profile(.locale): "de"])
    #expect(account.doorward.currentUser?.info.name == nil)
    #expect(account.doorward.currentUser?.info.locale == "de")
  }

  /// A backend or an import can set a language that the window does not offer.
  @Test(.timeLimit(.minutes(10))) func languageThatIsNotOfferedStays() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    _ = try await account.doorward.user.updatePersonalInfo(locale: "de-AT")
    try await account.press("account.profile.edit")
    let form = try #require(account.window.dialog?.content)
    guard case .choice(let options) = form.fields.first(where: { $0.name == .profile(.locale) })?.kind else {
      Issue.record("no choice of a language")
      return
    }
    #expect(options.map(\.id) == ["", "de", "ja", "de-AT"])
    #expect(options.last?.label == "Deutsch (Österreich)" && form.initialTexts[.profile(.locale)] == "de-AT")
    try await account.press("account.profile-edit.confirm", [.name: "Ada", .profile(.locale): "de-AT"])
    #expect(account.doorward.currentUser?.info.locale == "de-AT")
  }

  @Test(.timeLimit(.minutes(10))) func photoThatIsTooLargeIsNotSent() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    account.driver.setPhoto(Data(count: AccountDriver.largestPhoto + 1))
    await account.settle()
    #expect(
      account.window.page.problem?.text
        == "This image is larger than 10 MB. Make it smaller, or choose another one.")
    #expect(await account.server.count("/v1/user/photo") == 0)
  }

  @Test(.timeLimit(.minutes(10))) func addressIsChangedWithACode() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.addresses.email.change")
    try await account.press("account.email.confirm", [.address: "grace@example.com"])
    #expect(account.dialog == "email.code")
    let code = try await account.code("grace@example.com")
    try await account.press("account.email.code.confirm", [.code: code == "123456" ? "654321" : "123456"])
    #expect(account.problem == "invalid_code" && account.window.dialog?.content.problem?.field == .code)
    try await account.press("account.email.code.confirm", [.code: code])
    #expect(account.doorward.currentUser?.info.email == "grace@example.com" && account.dialog == nil)
    #expect(account.window.page.notice == "Email address saved.")
  }

  @Test(.timeLimit(.minutes(10))) func passwordIsChanged() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.password.change")
    let new = "a long new password"
    try await account.press(
      "account.password-change.confirm", [.password: "a wrong password", .newPassword: new])
    #expect(account.window.dialog?.content.problem?.text == "The current password is wrong.")
    try await account.press(
      "account.password-change.confirm", [.password: DrivenSignIn.password, .newPassword: new])
    #expect(account.dialog == nil && account.doorward.isLoggedIn)
    let other = Doorward(account.server.configuration)
    _ = try await other.password.login(identifier: DrivenSignIn.email, password: new)
    #expect(other.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func passkeyIsAddedRenamedAndRemoved() async throws {
    var offer = DoorwardTestOffer()
    offer.methods.append("passkey")
    let passkeys = TestPasskeys()
    let account = try await DrivenAccount.ofUser(DoorwardTestServer(offer), passkeys: passkeys)
    await passkeys.fail(with: .cancelled)
    try await account.press("account.passkeys.add")
    #expect(account.dialog == nil && account.problem == nil)
    try await account.press("account.passkeys.add")
    #expect(account.window.page.notice == "Passkey added. You can sign in with it from now on.")
    guard case .loaded(let list) = account.flow.lists.passkeys, let id = list.first?.id else {
      Issue.record("no passkey")
      return
    }
    let japanese = AccountContent(SignInContent(Texts(try #require(Language(tag: "ja")))))
    let rows = japanese.window(of: account.driver.state, at: account.driver.now).page.rows
    #expect(rows.contains { $0.id == "doorward.account.passkeys.\(id)" && $0.title == "パスキー" })
    try await account.press("account.passkeys.\(id).rename")
    // The name in the list is a text of the app. The form does not offer it as a name of the user.
    let form = japanese.window(of: account.driver.state, at: account.driver.now).dialog?.content
    #expect(form?.fields.map(\.initialText) == [""])
    try await account.press("account.rename-passkey.confirm", [.name: "Phone"])
    #expect(account.window.page.rows.contains { $0.title == "Phone" })
    try await account.press("account.passkeys.\(id).remove")
    try await account.press("account.remove-passkey.confirm")
    #expect(account.flow.lists.passkeys == .loaded([]))
  }

  @Test(.timeLimit(.minutes(10))) func secondFactorIsAddedAndItsCodesReplaced() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.second-factors.add-authenticator")
    guard case .authenticator(let key) = account.flow.dialog?.step else {
      Issue.record("no key")
      return
    }
    let authenticator = try TestAuthenticator(secret: key.secret)
    let code = try authenticator.code(at: account.server.time.now)
    try await account.press("account.new-authenticator.confirm", [.code: code])
    #expect(account.dialog == "recovery-codes")
    account.driver.perform(.close)
    #expect(account.flow.end == nil && account.dialog == "recovery-codes")
    try await account.press("account.recovery-codes.saved")
    #expect(account.window.page.rows.contains { $0.title == "Authenticator app" })
    // The session has not proven the new factor yet.
    try await account.press("account.second-factors.recovery-codes.new")
    try await account.press("account.new-recovery-codes.confirm")
    #expect(account.dialog == "recovery-codes")
  }

  @Test(.timeLimit(.minutes(10))) func oldSignInIsConfirmedFirst() async throws {
    let server = DoorwardTestServer()
    let account = try await DrivenAccount.ofUser(server)
    server.advance(by: .seconds(3600))
    try await account.press("account.leaving.delete")
    try await account.press("account.delete-account.confirm")
    #expect(account.window.dialog?.content.title == "Sign in again to continue")
    // The user may decide otherwise.
    account.driver.perform(.dismiss)
    #expect(account.dialog == nil && account.driver.confirmation == nil && account.doorward.isLoggedIn)
    try await account.press("account.leaving.delete")
    try await account.press("account.delete-account.confirm")
    try await account.press("sign-in.start.close")
    while account.driver.confirmation != nil { await Task.yield() }
    #expect(account.window.dialog?.content.problem?.text == "Nothing was changed. Sign in again first.")
    try await account.press("account.delete-account.confirm")
    try await account.confirm()
    #expect(account.flow.end == .deleted && !account.doorward.isLoggedIn)
    #expect(await account.driver.result() == .deleted)
    // A sign-in keeps the account.
    let view = await DrivenSignIn(server)
    await view.act(.continueWithPassword(DrivenSignIn.email))
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.screen.name == "keep_account")
    await view.act(.keepAccount)
    #expect(view.screen == .finished(.completed) && view.doorward.isLoggedIn)
  }

  /// The sign-in is recent. On another device, the user has added a second factor, which the session has not proven.
  @Test(.timeLimit(.minutes(10))) func missingSecondFactorIsTheReasonOfTheConfirmation() async throws {
    let server = DoorwardTestServer()
    let account = try await DrivenAccount.ofUser(server)
    let other = Doorward(server.configuration)
    _ = try await other.password.login(identifier: DrivenSignIn.email, password: DrivenSignIn.password)
    let enrollment = try await other.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(secret: enrollment.secret)
    _ = try await other.secondFactor.confirm(
      enrollment, code: authenticator.code(at: server.time.now))
    try await account.press("account.second-factors.add-authenticator")
    #expect(
      account.window.dialog?.content.lead
        == "Your last sign-in did not use your second step. Sign in again with it to confirm that it is you.")
    server.advance(by: .seconds(90))
    try await account.press("sign-in.start.password")
    try await account.press("sign-in.password.sign-in", [.password: DrivenSignIn.password])
    try await account.press(
      "sign-in.second-factor.authenticator.continue", [.code: try authenticator.code(at: server.time.now)])
    while account.driver.confirmation != nil { await Task.yield() }
    await account.settle()
    // The change goes on.
    #expect(account.dialog == "new-authenticator")
  }

  @Test(.timeLimit(.minutes(10))) func sessionsAreEnded() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    for _ in 0..<2 {
      let other = Doorward(account.server.configuration)
      _ = try await other.password.login(identifier: DrivenSignIn.email, password: DrivenSignIn.password)
    }
    await account.act(.reload(.sessions))
    guard case .loaded(let sessions) = account.flow.lists.sessions,
      let other = sessions.first(where: { !$0.isCurrent })?.id
    else {
      Issue.record("no other session")
      return
    }
    try await account.press("account.sessions.\(other).end")
    try await account.press("account.end-session.confirm")
    #expect(account.window.page.notice == "Signed out there.")
    try await account.press("account.sessions.end-others")
    try await account.press("account.end-other-sessions.confirm")
    guard case .loaded(let left) = account.flow.lists.sessions else {
      Issue.record("\(account.flow.lists.sessions)")
      return
    }
    #expect(left.map(\.isCurrent) == [true] && account.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func walletIsAddedAndRemoved() async throws {
    let wallet = TestEthereumWallet()
    let account = try await DrivenAccount.ofUser(
      DoorwardTestServer(), links: AccountLinks(ethereum: { try await $0.siwe.link(with: wallet) }))
    try await account.press("account.wallets.add-ethereum")
    let identity = try #require(account.flow.user?.identities.first { $0.type == "ethereum" })
    #expect(account.window.page.notice == "Added. You can sign in with it from now on.")
    try await account.press("account.wallets.\(identity.id).remove")
    try await account.press("account.remove-identity.confirm")
    #expect(account.flow.user?.identities.contains { $0.type == "ethereum" } == false)
  }

  @Test(.timeLimit(.minutes(10))) func signOutEndsTheWindow() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.leaving.sign-out")
    try await account.press("account.sign-out.confirm")
    #expect(account.flow.end == .signedOut && !account.doorward.isLoggedIn)
    #expect(account.window.page.name == "finished.signed-out")
  }

  @Test(.timeLimit(.minutes(10))) func signOutEverywhereEndsEverySession() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    let other = Doorward(account.server.configuration)
    _ = try await other.password.login(identifier: DrivenSignIn.email, password: DrivenSignIn.password)
    // If the other sessions cannot be ended, the user stays signed in and can repeat it.
    await account.server.setOffline(true)
    try await account.press("account.sessions.end-all")
    try await account.press("account.sign-out-everywhere.confirm")
    #expect(account.problem == "offline" && account.doorward.isLoggedIn)
    await account.server.setOffline(false)
    try await account.press("account.sign-out-everywhere.retry")
    #expect(account.flow.end == .signedOut && !account.doorward.isLoggedIn)
    await #expect(throws: DoorwardError.self) { _ = try await other.user.refresh() }
  }

  @Test(.timeLimit(.minutes(10))) func dataIsReadForAFile() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.data.export")
    #expect(account.dialog == "export.file")
    let save = try #require(account.window.dialog?.content.defaultButton)
    guard case .save(let file) = save.action else {
      Issue.record("\(save.action)")
      return
    }
    #expect(file.name == "account.json" && file.format == .json)
    let data = try DoorwardJSON(json: Data(file.text.utf8))
    #expect(data.keys.contains("identities") && file.text.contains(DrivenSignIn.email))
    #expect(!"\(account.flow)".contains("exported_at"), "A dump shows the data.")
    try await account.press("account.export.file.close")
    #expect(account.dialog == nil && account.problem == nil)
  }

  @Test(.timeLimit(.minutes(10))) func onlyWayToSignInHasNoButtonThatRemovesIt() async throws {
    let wallet = TestEthereumWallet()
    let account = try await DrivenAccount.ofUser(
      DoorwardTestServer(), links: AccountLinks(ethereum: { try await $0.siwe.link(with: wallet) }))
    let remove = "doorward.account.addresses.email.remove"
    #expect(!account.window.page.buttons.contains { $0.id == remove })
    #expect(account.window.page.allElements.contains { $0.id == "doorward.account.only-identity" })
    try await account.press("account.wallets.add-ethereum")
    #expect(account.window.page.buttons.contains { $0.id == remove })
    #expect(!account.window.page.allElements.contains { $0.id == "doorward.account.only-identity" })
  }

  /// The dialog of one user must not change the account of another one.
  @Test(.timeLimit(.minutes(10))) func signInOfAnotherUserEndsTheWindow() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    try await account.press("account.leaving.delete")
    _ = try await account.doorward.siwe.login(with: TestEthereumWallet())
    #expect(await account.driver.result() == .signedOut)
    #expect(account.doorward.isLoggedIn && account.dialog == nil)
  }

  @Test(.timeLimit(.minutes(10))) func signOutElsewhereEndsTheWindow() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    _ = try await account.doorward.signOut()
    #expect(await account.driver.result() == .signedOut)
  }

  @Test(.timeLimit(.minutes(10))) func failedListAndChangeAreRepeated() async throws {
    let account = try await DrivenAccount.ofUser(DoorwardTestServer())
    await account.server.setOffline(true)
    try await account.press("account.profile.edit")
    try await account.press("account.profile-edit.confirm", [.name: "Ada"])
    #expect(account.problem == "offline" && account.window.dialog?.content.initialTexts[.name] == "Ada")
    await account.server.setOffline(false)
    try await account.press("account.profile-edit.retry")
    #expect(account.doorward.currentUser?.info.name == "Ada" && account.dialog == nil)
  }

  @Test(.timeLimit(.minutes(10))) func releasedDriverEndsItsUpdates() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    var driver: AccountDriver? = AccountDriver(doorward)
    driver?.begin()
    let updates = driver?.updates
    weak let released = driver
    driver = nil
    for await _ in try #require(updates) {}
    #expect(released == nil)
  }
}

extension ScreenContent {
  fileprivate var rows: [Row] { allElements.compactMap { if case .row(let row) = $0 { row } else { nil } } }
}
