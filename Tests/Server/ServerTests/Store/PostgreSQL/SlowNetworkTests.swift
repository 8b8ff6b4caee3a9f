import DatabaseServers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// A proxy before the database delays and divides the packets.
@Suite("PostgreSQL store: a slow network", .timeLimit(.minutes(3)))
struct SlowNetworkTests {
  @Test(arguments: [
    HostileProxy.Behavior.delay(milliseconds: 20), .pieces(1), .halves(milliseconds: 10),
  ])
  func `sign-ins and refreshes succeed, and proofs work once`(_ behavior: HostileProxy.Behavior) async throws
  {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let proxy = try HostileProxy(to: database.server.port)
    proxy.behave(behavior)
    let url = database.server.url(database.name, port: proxy.port, "connections=4")
    try await TestServer.run(["database": .string(url)]) { server in
      let results = try await inParallel(12) { _ in
        let wallet = EthereumTestWallet()
        let proof = JSONValue.object(try await wallet.proof(server))
        let session = try await server.listening.send(.post, "/v1/ethereum/sign-in", proof)
        #expect(session.status == 200, "\(session)")
        let again = try await server.listening.send(.post, "/v1/ethereum/sign-in", proof)
        #expect(again["code"].string == "challenge_used")
        let renewed = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(session.refreshToken)",
          fields: ["Idempotency-Key": "key"])
        #expect(renewed.status == 200)
        let user = try await server.listening.send(.get, "/v1/user", bearer: renewed.account)
        #expect(user.status == 200)
        return user["id"].string == session["user"]["id"]?.string
      }
      #expect(results == Array(repeating: true, count: 12))
    }
    withExtendedLifetime(database) {}
  }
}
