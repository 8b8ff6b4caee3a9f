import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardStore
import Encodings
import Testing

/// Case 50 of the threats: each proof of a session is as old as it is, and a later one does not make it recent.
@Suite struct ProofAgeTests {
  private let email = "ada@example.com"

  @Test("A renewal by one factor is that sign-in alone", arguments: ["password", "code"])
  func renewal(method: String) async throws {
    try await withPasskeySession { server, codes, bearer in
      let before = try claims(bearer)
      #expect(before["acr"] == "urn:doorward:acr:second-factor")
      server.clock.advance(by: 600)
      let renewed = try await renew(by: method, server, codes, bearer)
      let after = try claims(renewed.account)
      #expect(after["sid"] == before["sid"])
      #expect(after["acr"] == .string("urn:doorward:acr:\(method == "code" ? "email-code" : "password")"))
      #expect(after["amr"] == [method == "code" ? "otp" : "pwd"])
      let (old, new) = (try #require(before["auth_time"]?.int64), try #require(after["auth_time"]?.int64))
      #expect(new == old + 600)
    }
  }

  @Test("A code that renews the session of a passkey adds no authenticator to a user with a factor")
  func codeAlone() async throws {
    try await withPasskeySession { server, codes, bearer in
      let chosen = try await server.api.send(
        .post, "/v1/second-factors/code", ["channel": "email"], bearer: bearer)
      #expect(chosen.status == 200)
      server.clock.advance(by: 600)
      // A code is not a second factor after a code, so this sign-in needs no more.
      let renewed = try await renew(by: "code", server, codes, bearer)
      #expect(renewed.status == 200)
      let begun = try await server.api.send(
        .post, "/v1/second-factors/totp", [:], bearer: renewed.account)
      #expect(begun.status == 401 && begun.code == "insufficient_user_authentication")
    }
  }

  @Test("The rights of a session follow from its latest sign-in")
  func latest() throws {
    let user = try User.sample()
    func proof(
      _ identity: Int?, _ method: String, _ assurance: Assurance, at seconds: Int64
    ) throws -> SessionProof {
      SessionProof(
        identity: try identity.map {
          try #require(Identity.ID(bytes: [UInt8](repeating: UInt8($0), count: 16)))
        },
        method: SignInMethodName(rawValue: method), assurance: assurance, provenAt: moment(seconds * 1000))
    }
    func session(_ proofs: SessionProof...) throws -> Session {
      var session = try Session.sample(of: user)
      session.proofs = proofs
      return session
    }
    let (password, mail) = (
      Assurance(rawValue: "urn:doorward:acr:password"), Assurance(rawValue: "urn:doorward:acr:email-code")
    )
    let both = try session(proof(1, "pwd", password, at: 5), proof(nil, "totp", .secondFactor, at: 9))
    #expect(both.assurance == .secondFactor && both.authenticatedAt == moment(9000))
    #expect(both.methods.map(\.rawValue) == ["pwd", "totp"])
    let weaker = try session(
      proof(1, "pwd", password, at: 5), proof(nil, "totp", .secondFactor, at: 9),
      proof(2, "otp", mail, at: 60))
    #expect(weaker.assurance == mail && !weaker.hasSecondFactor)
    #expect(weaker.methods.map(\.rawValue) == ["otp"] && weaker.authenticatedAt == moment(60_000))
    let stronger = try session(
      proof(2, "otp", mail, at: 5), proof(3, "passkey", .secondFactor, at: 60))
    #expect(stronger.assurance == .secondFactor && stronger.methods.map(\.rawValue) == ["passkey"])
    var shortened = try session(
      proof(1, "otp", mail, at: 5), proof(2, "pwd", password, at: 60),
      proof(nil, "totp", .secondFactor, at: 61))
    let name = try #require(shortened.proofs[1].identity)
    let rested = shortened.withdraw(name)
    #expect(rested)
    #expect(shortened.assurance == mail && shortened.authenticatedAt == moment(5000))
  }

  // MARK: The session

  private func claims(_ token: String) throws -> JSONValue { try TestClient.claims(of: .string(token)) }

  private func renew(
    by method: String, _ server: TestServer, _ codes: TestCodes, _ bearer: String
  ) async throws -> TestAPI.Answer {
    guard method == "code" else {
      return try await codes.signIn(email, password: TestCodes.password, bearer: bearer)
    }
    let sent = try await codes.send(to: email)
    return try await codes.signIn(sent, codes.mailbox.next(to: email, .signInCode).code, bearer: bearer)
  }

  /// A user with a password, an address and a passkey, in a session that the passkey opened.
  private func withPasskeySession(
    _ body: (TestServer, TestCodes, _ bearer: String) async throws -> Void
  ) async throws {
    let settings = TestPasskey.settings([
      "methods": ["password", "code", "passkey"], "second_factor": ["codes": ["email"]],
    ])
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let registered = try await codes.registered(email)
      var passkey = try TestPasskey(server)
      #expect(try await passkey.add(to: registered.account).status == 200)
      server.clock.advance(by: 60)
      try await body(server, codes, passkey.signIn().account)
    }
  }
}
