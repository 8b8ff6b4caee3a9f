import DoorwardHTTPTypes
import Encodings
import Testing

/// The user in the answer of a sign-in.
@Suite struct SignedInUserTests {
  @Test("The answer of a sign-in has the user with all identities, as later requests have")
  func answerHasWholeUser() async throws {
    try await TestServer.run { server in
      let (first, second) = (EthereumTestWallet(), EthereumTestWallet())
      let token = try await first.signIn(server).account
      #expect(try await second.link(server, token).status == 200)
      for wallet in [first, second] {
        server.clock.advance(by: 60)
        let session = try await wallet.signIn(server)
        let user = try await server.api.send(.get, "/v1/user", bearer: try session.account)
        #expect(user["identities"].array?.count == 2)
        #expect(session["user"] == user.json)
      }
    }
  }
}
