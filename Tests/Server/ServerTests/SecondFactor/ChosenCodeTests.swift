import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Codes by email or SMS that a user has chosen as a second factor: the choice and its end.
@Suite struct ChosenCodeTests {
  @Test("The choice answers the factor and recovery codes, and the user gets a notice")
  func choice() async throws {
    try await ChosenCodeScene.withUser { scene in
      let chosen = try await scene.choose()
      #expect(chosen.status == 200 && chosen["type"] == "code" && chosen["channel"] == "email")
      #expect(chosen["recovery_codes"].array?.count == 10)
      let identity = scene.session["user"]["identities"]?.array?.first?["id"]
      #expect(identity != nil && chosen["identity_id"] == identity)
      let notice = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorAdded)
      #expect(notice.text.contains("Codes by email"))
      // A repetition changes nothing, and shows no recovery codes.
      let again = try await scene.choose()
      #expect(again.status == 200 && again["id"] == chosen["id"] && again["recovery_codes"] == .null)
      let listed = try await scene.factors(scene.session)
      #expect(listed["items"].array?.map { $0["id"] } == [chosen["id"]])
      #expect(listed["recovery_codes_left"] == 10)
      let configuration = try await scene.server.api.send(.get, "/v1/config")
      #expect(configuration["second_factor_codes"] == ["email"])
    }
  }

  @Test(
    "Only the session of the choice gets its recovery codes again, and only with a secret key",
    arguments: ["a constant of this program, which is long", "short"])
  func repetition(_ key: String) async throws {
    try await ChosenCodeScene.withUser { scene in
      let other = try await scene.firstStep()
      func chosen(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
        try await scene.server.api.send(
          .post, "/v1/second-factors/code", ["channel": "email"], bearer: session.account,
          fields: ["Idempotency-Key": key])
      }
      let first = try await chosen(scene.session)
      #expect(first["recovery_codes"].array?.count == 10)
      let repeated = try await chosen(scene.session)
      #expect(repeated["recovery_codes"] == (key == "short" ? .null : first["recovery_codes"]))
      let answer = try await chosen(other)
      #expect(answer.status == 200 && answer["id"] == first["id"] && answer["recovery_codes"] == .null)
    }
  }

  @Test("A channel that the application does not offer, and an address that does not suit, are refused")
  func refusals() async throws {
    try await ChosenCodeScene.withUser { scene in
      for channel in ["sms", "pigeon"] {
        let refused = try await scene.choose(channel)
        #expect(refused.status == 403 && refused.code == "channel_not_offered")
      }
      let wallet = try await EthereumTestWallet().signIn(scene.server)
      #expect(try await scene.choose("email", wallet.account).code == "unsuitable_address")
      // A user without a password, who signs in with codes to the address only.
      let alone = try await scene.codes.signIn("eve@example.com")
      let refused = try await scene.choose("email", alone.account)
      #expect(refused.status == 409 && refused.code == "unsuitable_address")
      scene.server.clock.advance(by: 660)
      #expect(try await scene.choose().code == "insufficient_user_authentication")
    }
  }

  @Test("Without the factor the password alone signs in, and the sessions with the code have ended")
  func removal() async throws {
    try await ChosenCodeScene.withUser { scene in
      let id = try await scene.choose()["id"].string ?? ""
      let (kept, other) = (try await scene.signIn(), try await scene.signIn("plain"))
      let removal = try await scene.server.api.send(
        .delete, "/v1/second-factors/\(id)", bearer: kept.account)
      #expect(removal.status == 204)
      let notice = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorRemoved)
      #expect(notice.text.contains("Codes by email"))
      #expect(try await scene.server.isLive(kept))
      #expect(try await !scene.server.isLive(other))
      let session = try await scene.firstStep()
      #expect(session.status == 200)
      #expect(try await scene.factors(session)["recovery_codes_left"] == 0)
    }
  }

  @Test("The link of the notice removes the factor")
  func undo() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      let notice = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorAdded)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "remove_second_factor")
      scene.server.clock.advance(by: 1)
      let session = try await scene.codes.signIn(ChosenCodeScene.email)
      #expect(try await scene.factors(session)["items"] == [])
    }
  }

  @Test("A backend that removes lost factors announces each kind of factor")
  func lostFactors() async throws {
    try await ChosenCodeScene.withUser { scene in
      let id = try #require(scene.session["user"]["id"]?.string)
      _ = try await TestAuthenticator.add(scene.server, bearer: scene.session.account)
      #expect(try await scene.choose().status == 200)
      let removal = try await scene.server.listening.send(
        .delete, "/v1/users/\(id)/second-factors", bearer: scene.server.apiKey())
      #expect(removal.status == 204)
      var texts: [String] = []
      for _ in 0..<2 {
        texts.append(try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorRemoved).text)
      }
      for name in ["Authenticator app", "Codes by email"] {
        #expect(texts.contains { $0.contains(name) }, "\(name)")
      }
    }
  }

  @Test("A link that removes the password ends codes to the only address")
  func securedAccount() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      _ = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorAdded)
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      let codes = try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
      #expect(codes.status == 200)
      let notice = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .recoveryCodesReplaced)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice).status == 200)
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(ChosenCodeScene.email)
      let factors = try await scene.factors(owner)
      #expect(factors["items"] == [] && factors["recovery_codes_left"] == 0)
      // The owner can protect the account again.
      #expect(try await !TestAuthenticator.add(scene.server, bearer: owner.account).id.isEmpty)
    }
  }
}
