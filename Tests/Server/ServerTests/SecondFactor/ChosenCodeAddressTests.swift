import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Changes of the address that gets the codes of a second factor.
@Suite struct ChosenCodeAddressTests {
  @Test("A new address takes the place of the old one, and the link of the notice brings the old one back")
  func changedAddress() async throws {
    try await ChosenCodeScene.withUser { scene in
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      let id = try await scene.choose()["id"]
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      let changed = try await scene.codes.set(
        "new@example.com", purpose: "change", .changeAddress, session.account)
      #expect(changed["email"] == "new@example.com")
      let factors = try await scene.factors(session)
      #expect(factors["items"].array?.map { $0["id"] } == [id] && factors["recovery_codes_left"] == 10)
      // The session keeps its proof.
      #expect(
        try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account).status
          == 200)
      scene.server.clock.advance(by: 1)
      let waiting = try await scene.server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": "new@example.com", "password": .string(TestCodes.password)])
      let sent = try await scene.sendCode(waiting)
      let code = try await scene.codes.mailbox.next(to: "new@example.com", .secondFactorCode).code
      #expect(try await scene.verify(sent, code).status == 200)

      let notice = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .emailChanged)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(ChosenCodeScene.email)
      let restored = try await scene.factors(owner)["items"].array?.first
      #expect(restored?["id"] == id)
      let email = owner["user"]["identities"]?.array?.first { $0["type"] == "email" }
      #expect(restored?["identity_id"] == email?["id"])
      // An attacker may have got the codes.
      #expect(try await scene.factors(owner)["recovery_codes_left"] == 0)
    }
  }

  /// Removes the address of the codes in a session that has proven them, and returns the notice.
  private func removeAddress(_ scene: ChosenCodeScene, _ session: TestAPI.Answer) async throws
    -> TestMailbox.Message
  {
    let identities = session["user"]["identities"]?.array
    let address = try #require(identities?.first { $0["type"] == "email" }?["id"]?.string)
    let removal = try await scene.server.api.send(
      .delete, "/v1/user/identities/\(address)", bearer: session.account)
    #expect(removal.status == 204)
    return try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .emailChanged)
  }

  @Test("The link that restores a removed address restores its codes as the only second factor")
  func removedAddress() async throws {
    try await ChosenCodeScene.withUser { scene in
      let (wallet, binding) = (EthereumTestWallet(), try TestBinding())
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      let id = try await scene.choose()["id"]
      scene.server.clock.advance(by: 1)
      let notice = try await removeAddress(scene, scene.signIn())
      let without = try await wallet.signIn(scene.server)
      #expect(try await scene.factors(without)["items"] == [])
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      let waiting = try await wallet.firstStep(scene.server, binding)
      #expect(waiting["second_factor"]["methods"] == ["code"])
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(ChosenCodeScene.email)
      #expect(try await scene.factors(owner)["items"].array?.map { $0["id"] } == [id])
      #expect(
        try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: owner.account).code
          == "insufficient_user_authentication")
    }
  }

  @Test("The link that restores a removed address restores no codes beside another second factor")
  func removedAddressBesideAnotherFactor() async throws {
    try await ChosenCodeScene.withUser { scene in
      let (wallet, binding) = (EthereumTestWallet(), try TestBinding())
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      _ = try await scene.choose()
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      _ = try await TestAuthenticator.add(scene.server, bearer: session.account)
      // The link removes what was added since the removal.
      scene.server.clock.advance(by: 1)
      let notice = try await removeAddress(scene, session)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      let waiting = try await wallet.firstStep(scene.server, binding)
      #expect(waiting["second_factor"]["methods"] == ["totp"])
    }
  }

  @Test("The address of the codes does not become the only way to sign in")
  func lastAlternative() async throws {
    try await ChosenCodeScene.withUser { scene in
      let (wallet, email) = (EthereumTestWallet(), "bob@example.com")
      let signedUp = try await wallet.signIn(scene.server)
      let added = try await scene.codes.set(email, purpose: "verify", .verifyAddress, signedUp.account)
      #expect(added["email"] == .string(email))
      #expect(try await scene.choose("email", signedUp.account).status == 200)
      scene.server.clock.advance(by: 1)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(scene.server, binding)
      let sent = try await scene.server.api.send(
        .post, "/v1/code/send",
        [
          "purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
          "binding_secret": .string(binding.secret),
        ])
      let session = try await scene.server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": sent["challenge_id"], "method": "code", "binding_secret": .string(binding.secret),
          "code": .string(try await scene.codes.mailbox.next(to: email, .secondFactorCode).code),
        ])
      #expect(session.status == 200)
      let removal = try await scene.server.api.send(
        .delete, "/v1/user/identities/\(session.identity(wallet))", bearer: session.account)
      #expect(removal.status == 409 && removal.code == "last_identity")
    }
  }
}
