import Doorward
import DoorwardTesting
import Testing

@testable import DoorwardFlow

/// The views and the keys that each journey takes. A change that asks users for more fails here.
@MainActor struct JourneyLengthTests {
  private static let email = DrivenSignIn.email
  private static let password = DrivenSignIn.password

  private func offer(_ methods: [String], first: String = "code") -> DoorwardTestOffer {
    var offer = DoorwardTestOffer(methods: methods)
    offer.signInFirst = first
    offer.codePause = 0
    return offer
  }

  private func user(_ server: DoorwardTestServer, wallets: Int = 0) async -> JourneyUser {
    var proofs = SignInProofs()
    let (ethereum, near) = (TestEthereumWallet(), TestNearWallet())
    if wallets > 0 { proofs.ethereum = { try await $0.siwe.login(with: ethereum) } }
    if wallets > 1 {
      proofs.near = { doorward in
        let challenge = try await doorward.near.challenge()
        return try await doorward.near.login(challenge, proof: near.sign(challenge))
      }
    }
    return JourneyUser(await DrivenSignIn(server, proofs: proofs))
  }

  @Test(.timeLimit(.minutes(10))) func newUserByCode() async throws {
    let server = DoorwardTestServer(offer(["password", "code"]))
    let ada = await user(server)
    await ada.type(Self.email)
    await ada.pressReturn()
    await ada.type(try await ada.view.code())
    #expect(ada.view.doorward.isLoggedIn)
    await ada.press("skip")
    ada.expect(["start", "code.sign-in", "your-name"], keys: Self.email.count + 1 + 6 + 1)
    // The next sign-in asks for nothing more.
    let again = await user(server)
    await again.type(Self.email)
    await again.pressReturn()
    await again.type(try await again.view.code())
    again.expect(["start", "code.sign-in"], keys: Self.email.count + 1 + 6)
    #expect(again.view.doorward.currentUser?.id == ada.view.doorward.currentUser?.id)
  }

  @Test(.timeLimit(.minutes(10))) func newUserByPassword() async throws {
    let server = DoorwardTestServer(offer(["password"]))
    let ada = await user(server)
    await ada.type(Self.email)
    // The form has the address.
    await ada.press("create-account")
    await ada.type(Self.password, into: .newPassword)
    await ada.pressReturn()
    await ada.type(try await ada.view.code())
    ada.expect(
      ["start", "sign-up", "code.sign-up"], keys: Self.email.count + 1 + Self.password.count + 1 + 6)
    let again = await user(server)
    await again.type(Self.email)
    await again.pressReturn()
    await again.type(Self.password)
    await again.pressReturn()
    again.expect(["start", "password"], keys: Self.email.count + 1 + Self.password.count + 1)
  }

  @Test(.timeLimit(.minutes(10))) func newUserByPasskey() async throws {
    let server = DoorwardTestServer(offer(["passkey"]))
    let passkeys = TestPasskeys()
    let ada = JourneyUser(await DrivenSignIn(server, passkeys: passkeys))
    await ada.press("create-account")
    await ada.press("passkey")
    ada.expect(["start", "sign-up"], keys: 2)
    let again = JourneyUser(await DrivenSignIn(server, passkeys: passkeys))
    await again.pressReturn()
    again.expect(["start"], keys: 1)
  }

  @Test(.timeLimit(.minutes(10))) func authenticatorTakesSixKeys() async throws {
    let server = DoorwardTestServer(offer(["password", "code"], first: "password"))
    let first = try await DrivenSignIn.ofUser(server)
    await first.act(.continueWith(Self.email))
    await first.act(.submitPassword(Self.password))
    let enrollment = try await first.doorward.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(secret: enrollment.secret)
    _ = try await first.doorward.secondFactor.confirm(
      enrollment, code: authenticator.code(at: server.time.now))
    // A code of an authenticator works once.
    server.advance(by: .seconds(90))
    let ada = await user(server)
    await ada.type(Self.email)
    await ada.pressReturn()
    await ada.type(Self.password)
    await ada.pressReturn()
    await ada.type(try authenticator.code(at: server.time.now))
    ada.expect(
      ["start", "password", "second-factor.authenticator"],
      keys: Self.email.count + 1 + Self.password.count + 1 + 6)
  }

  @Test(.timeLimit(.minutes(10))) func newPassword() async throws {
    let server = DoorwardTestServer(offer(["password"]))
    _ = try await DrivenSignIn.ofUser(server)
    let ada = await user(server)
    await ada.type(Self.email)
    await ada.pressReturn()
    await ada.press("forgot")
    await ada.type(try await ada.view.code())
    await ada.type("a long new password", into: .newPassword)
    await ada.pressReturn()
    ada.expect(
      ["start", "password", "code.reset"],
      keys: Self.email.count + 1 + 1 + 6 + "a long new password".count + 1)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [1, 2]) func wallet(_ count: Int) async throws {
    let ada = await user(DoorwardTestServer(offer(["code", "siwe", "near"])), wallets: count)
    if count > 1 { await ada.press("wallets") }
    await ada.press("ethereum")
    ada.expect(count > 1 ? ["start", "wallets"] : ["start"], keys: count)
  }
}

/// A user who works with the content of the views, as a renderer draws it.
@MainActor private final class JourneyUser {
  let view: DrivenSignIn
  /// The views that the user has worked with.
  private var views: [String] = []
  private var keys = 0
  private var texts = FieldTexts()
  private var seen: ScreenContent?

  init(_ view: DrivenSignIn) {
    self.view = view
    see()
  }

  private var content: ScreenContent {
    SignInContent.inEnglish.screen(of: view.driver.flow, at: view.driver.now)
  }

  private func see() {
    let content = content
    guard !view.screen.isFinished else { return }
    if let seen, seen.name == content.name {
      texts = content.texts(after: seen, typed: texts)
    } else {
      views.append(content.name)
      texts = content.initialTexts
      // The keyboard is in the field.
      #expect(content.fields.isEmpty || content.firstFocus != nil, "\(content.name)")
    }
    seen = content
  }

  private func perform(_ button: ScreenContent.Button) async {
    view.driver.perform(button.action, with: texts)
    await view.settle()
    see()
  }

  /// Types a text, by default into the field that has the keyboard.
  func type(_ text: String, into name: FieldName? = nil) async {
    guard let field = name ?? content.firstFocus else {
      Issue.record("no field in \(content.name)")
      return
    }
    for character in text {
      let old = texts
      texts[field] += String(character)
      keys += 1
      if let button = content.button(pressedByTyping: texts, after: old) { await perform(button) }
    }
  }

  /// Presses the button whose identifier ends with a name.
  func press(_ name: String) async {
    await press(content.buttons.first { $0.id.hasSuffix(".\(name)") }, name)
  }

  func pressReturn() async { await press(content.defaultButton, "Return") }

  private func press(_ button: ScreenContent.Button?, _ name: String) async {
    guard let button, content.isEnabled(button, with: texts) else {
      Issue.record("\(name) cannot be pressed in \(content.name)")
      return
    }
    keys += 1
    await perform(button)
  }

  /// Expects that the user is signed in after these views and keys.
  func expect(_ views: [String], keys: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(view.screen == .finished(.completed), sourceLocation: sourceLocation)
    #expect(self.views == views && self.keys == keys, sourceLocation: sourceLocation)
  }
}
