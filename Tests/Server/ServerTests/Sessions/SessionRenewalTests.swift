import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Testing

/// The session that a proof renews instead of opening another one.
@Suite struct SessionRenewalTests {
  @Test("A proof renews a live session only of the same user, application and carrier")
  func renewal() throws {
    let (user, other) = (try User.sample(), try User.sample())
    let session = try Session.sample(of: user)
    func isRenewed(
      _ session: Session, by user: User, for application: String = "default",
      as carrier: Session.Carrier = .tokens, at milliseconds: Int64 = 1
    ) -> Bool {
      session.isRenewed(by: user.id, for: application, as: carrier, at: moment(milliseconds))
    }
    #expect(isRenewed(session, by: user))
    #expect(!isRenewed(session, by: other))
    #expect(!isRenewed(session, by: user, for: "another"))
    #expect(!isRenewed(session, by: user, as: .cookie))
    #expect(!isRenewed(session, by: user, at: 60_000))
    var ended = session
    ended = ended.ended(at: moment(0))
    #expect(!isRenewed(ended, by: user))
  }

  @Test("A token of another application renews no session, whichever application the call names")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server, fields: ["Doorward-Application": "one"])
      let account = try #require(session["account_token"].string)
      let foreign = try await wallet.signIn(
        server, bearer: account, fields: ["Doorward-Application": "two"])
      #expect(foreign.code == "invalid_token")
      let proof = try await wallet.proof(server, fields: ["Doorward-Application": "two"])
      let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof), bearer: account)
      #expect(answer.code == "invalid_challenge")
    }
  }
}
