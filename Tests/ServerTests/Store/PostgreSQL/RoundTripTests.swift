import DatabaseServers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A proxy before the database counts how often the server waits for it.
@Suite("PostgreSQL store: round trips")
struct RoundTripTests {
  /// The round trips of one act: the median, because other tasks of the server read the store once a second.
  private func roundTrips(
    of count: Int, _ proxy: HostileProxy, _ act: (Int) async throws -> Void
  ) async throws -> Int {
    try await act(0)
    var counts: [Int] = []
    for index in 1...count {
      let before = proxy.roundTrips
      try await act(index)
      counts.append(proxy.roundTrips - before)
    }
    return counts.sorted()[count / 2]
  }

  private func withServer(_ body: (TestServer, HostileProxy) async throws -> Void) async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let proxy = try HostileProxy(to: database.server.port)
    let url = database.server.url(database.name, port: proxy.port, "connections=1")
    try await TestServer.run(["database": .string(url)]) { server in try await body(server, proxy) }
    withExtendedLifetime(database) {}
  }

  @Test func `sign-ins and refreshes take two round trips`() async throws {
    try await withServer { server, proxy in
      let wallet = EthereumTestWallet()
      let signIns = try await roundTrips(of: 40, proxy) { _ in
        let answer = try await wallet.signIn(server)
        #expect(answer.status == 200)
      }
      #expect(signIns == 2)
      var token = try #require(try await wallet.signIn(server)["refresh_token"].string)
      let refreshes = try await roundTrips(of: 40, proxy) { index in
        let answer = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)",
          fields: ["Idempotency-Key": "key-\(index)"])
        token = try #require(answer["refresh_token"].string)
      }
      #expect(refreshes == 2)
    }
  }

  @Test func `a sign-in that could be repeated takes two round trips too`() async throws {
    try await withServer { server, proxy in
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      let proofs = try await inOrder(21) { _ in JSONValue.object(try await wallet.proof(server)) }
      let signIns = try await roundTrips(of: 20, proxy) { index in
        let answer = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", proofs[index], fields: ["Idempotency-Key": "key-\(index)"])
        #expect(answer.status == 200)
      }
      #expect(signIns == 2)
    }
  }

  private func inOrder<Value>(_ count: Int, _ body: (Int) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for index in 0..<count { values.append(try await body(index)) }
    return values
  }
}
