import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A way to sign in that was removed is gone with everything that was sent or known through it.
@Suite struct RemovedWayTests {
  private static let address = "ada@example.com"

  private func remove(
    _ type: JSONValue, _ server: TestServer, _ bearer: String, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    let listed = try await server.api.send(.get, "/v1/user/identities", bearer: bearer)
    let identity = listed["items"].array?.first { $0["type"] == type }
    let id = try #require(identity?["id"]?.string)
    return try await server.api.send(.delete, "/v1/user/identities/\(id)", bearer: bearer, fields: fields)
  }

  @Test("A code that was sent to an address before its removal is no second factor")
  func sentCode() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "default"],
        ["id": "bank", "methods": ["siwe"], "second_factor": ["required": true, "codes": ["email"]]],
      ]
    ]
    let bank: HTTPFields = ["Doorward-Application": "bank"]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn(Self.address)
      let wallet = EthereumTestWallet()
      _ = try await wallet.link(server, session.account)
      for isRemoved in [false, true] {
        server.clock.advance(by: 1)
        let proof = try await wallet.proof(server, fields: bank)
        let waiting = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", .object(proof), fields: bank)
        #expect(waiting.code == "second_factor_required")
        let sent = try await server.api.send(
          .post, "/v1/code/send",
          [
            "purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
            "binding_secret": proof["binding_secret"] ?? .null,
          ], fields: bank)
        let code = try await mailbox.next(to: Self.address, .secondFactorCode).code
        server.clock.advance(by: 1)
        if isRemoved {
          #expect(try await remove("email", server, session.account).status == 204)
        }
        var body: JSONObject = [
          "challenge_id": sent["challenge_id"], "method": "code", "code": .string(code),
        ]
        body["binding_secret"] = proof["binding_secret"]
        let answer = try await server.api.send(
          .post, "/v1/second-factor/verify", .object(body), fields: bank)
        #expect(answer.status == (isRemoved ? 401 : 200))
      }
    }
  }

  @Test("A removal makes every device unknown but that of the user who removes")
  func devices() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let first = try await codes.registered(Self.address)
      server.clock.advance(by: 1)
      let second = try await codes.signIn(
        Self.address, password: TestCodes.password, fields: first.device)
      _ = try await EthereumTestWallet().link(server, second.account)
      server.clock.advance(by: 1)
      let removed = try await remove("ethereum", server, second.account, fields: second.device)
      #expect(removed.status == 204 && !removed.device.isEmpty)
      server.clock.advance(by: 1)
      #expect(
        try await codes.signIn(
          Self.address, password: TestCodes.password, fields: removed.device
        ).status == 200)
      #expect(mailbox.all.allSatisfy { $0.kind != .newDevice })
      #expect(
        try await codes.signIn(
          Self.address, password: TestCodes.password, fields: first.device
        ).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
    }
  }
}
