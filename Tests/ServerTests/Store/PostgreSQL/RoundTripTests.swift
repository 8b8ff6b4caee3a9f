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

  private func withServer(
    _ settings: JSONObject = [:], _ body: (TestServer, HostileProxy) async throws -> Void
  ) async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let proxy = try HostileProxy(to: database.server.port)
    let url = database.server.url(database.name, port: proxy.port, "connections=1")
    var settings = settings
    settings["database"] = .string(url)
    try await TestServer.run(settings) { server in try await body(server, proxy) }
    withExtendedLifetime(database) {}
  }

  @Test func `sign-ins, sign-ups and refreshes take two round trips`() async throws {
    try await withServer { server, proxy in
      let wallet = EthereumTestWallet()
      let signIns = try await roundTrips(of: 40, proxy) { _ in
        let answer = try await wallet.signIn(server)
        #expect(answer.status == 200)
      }
      #expect(signIns == 2)
      let signUps = try await roundTrips(of: 40, proxy) { _ in
        let answer = try await EthereumTestWallet().signIn(server)
        #expect(answer.status == 200)
      }
      #expect(signUps == 2)
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

  @Test func `the shared rate limit of a client takes one more round trip`() async throws {
    let settings: JSONObject = [
      "trusted_proxies": ["127.0.0.1/32"],
      "rate_limits": ["sign_in_per_minute": 100, "challenge_per_minute": 100, "refresh_per_minute": 100],
    ]
    try await withServer(settings) { server, proxy in
      let client: HTTPFields = ["X-Forwarded-For": "198.51.100.1"]
      let wallet = EthereumTestWallet()
      var token = try #require(try await wallet.signIn(server, fields: client)["refresh_token"].string)
      let proofs = try await inOrder(21) { _ in
        JSONValue.object(try await wallet.proof(server, fields: client))
      }
      let signIns = try await roundTrips(of: 20, proxy) { index in
        let answer = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", proofs[index], fields: client)
        #expect(answer.status == 200)
      }
      #expect(signIns == 3)
      let refreshes = try await roundTrips(of: 20, proxy) { _ in
        let answer = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)", fields: client)
        token = try #require(answer["refresh_token"].string)
      }
      #expect(refreshes == 3)
    }
  }

  private func inOrder<Value>(_ count: Int, _ body: (Int) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for index in 0..<count { values.append(try await body(index)) }
    return values
  }
}
