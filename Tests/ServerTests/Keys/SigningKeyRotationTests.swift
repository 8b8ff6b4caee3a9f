import DoorwardServer
import Encodings
import HTTPCore
import Testing

/// Threat case 27: signing keys that are rotated and revoked beside a running server.
@Suite struct SigningKeyRotationTests {
  private func kid(_ token: String) throws -> String {
    let header = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[0])))
    return try #require(header["kid"]?.string)
  }

  private func published(_ server: TestServer) async throws -> [String] {
    let answer = try await server.api.send(.get, "/.well-known/jwks.json")
    return try #require(answer["keys"].array).compactMap { $0["kid"]?.string }
  }

  private func signIn(_ server: TestServer) async throws -> String {
    try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
  }

  private func status(_ server: TestServer, _ token: String) async throws -> Int {
    try await server.api.send(.get, "/v1/user", bearer: token).status
  }

  @Test("Case 27: a new key is published before it signs, and what the old one signed lives out its time")
  func rotation() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      let first = try kid(try await signIn(server))
      #expect(try await published(server) == [first])
      let second = try await server.administer { try await $0.rotateSigningKey() }
      server.clock.advance(by: 61)
      #expect(Set(try await published(server)) == [first, second])
      // Nobody may have a cached set without the key that signs: five minutes, and as long again.
      #expect(try kid(try await signIn(server)) == first)
      server.clock.advance(by: 530)
      let last = try await signIn(server)
      #expect(try kid(last) == first)
      server.clock.advance(by: 80)
      let new = try await signIn(server)
      #expect(try kid(new) == second)
      #expect(try await status(server, last) == 200)
      #expect(Set(try await published(server)) == [first, second])
      server.clock.advance(by: 900 - 80 - 2)
      #expect(try await status(server, last) == 200)
      server.clock.advance(by: 4)
      #expect(try await status(server, last) == 401)
      #expect(try await status(server, new) == 200)
    }
  }

  @Test("Sessions outlive the keys: a refresh after a rotation is signed by the new one")
  func refreshAfterRotation() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      let session = try await EthereumTestWallet().signIn(server)
      let second = try await server.administer { try await $0.rotateSigningKey() }
      server.clock.advance(by: 3600)
      let refresh = try #require(session["refresh_token"].string)
      let answer = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      #expect(try kid(try #require(answer["account_token"].string)) == second)
    }
  }

  @Test("A key that is rotated away before it ever signed leaves one that signs")
  func rotationsInHaste() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      for _ in 0..<3 {
        _ = try await server.administer { try await $0.rotateSigningKey() }
        server.clock.advance(by: 61)
        let token = try await signIn(server)
        #expect(try await status(server, token) == 200)
        #expect(try await published(server).contains(try kid(token)))
      }
      server.clock.advance(by: 7200)
      let token = try await signIn(server)
      #expect(try await status(server, token) == 200)
    }
  }

  @Test("Case 27: a revoked key's tokens are dead within a minute, and sessions go on under another key")
  func revocation() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let key = try await server.apiKey()
      let first = try kid(token)
      #expect(try await server.administer { try await $0.revokeSigningKey(first) })
      #expect(try await !server.administer { try await $0.revokeSigningKey(first) })
      #expect(try await !server.administer { try await $0.revokeSigningKey("../nobody") })
      server.clock.advance(by: 61)
      #expect(try await status(server, token) == 401)
      let answer = try await server.api.form(
        "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"])
      #expect(answer.json == ["active": false])
      #expect(try await !published(server).contains(first))
      // Revocation by a token that proves nothing ends nothing.
      #expect(try await server.api.form("/v1/revoke", "token=\(token)").status == 200)
      let refresh = try #require(session["refresh_token"].string)
      let next = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      let renewed = try #require(next["account_token"].string)
      #expect(try kid(renewed) != first)
      #expect(try await status(server, renewed) == 200)
    }
  }

  @Test("A restart signs with the keys there were")
  func restart() async throws {
    let settings: JSONObject = ["public_url": "http://127.0.0.1:1"]
    let first = try await TestServer(settings)
    let token = try #require(try await EthereumTestWallet().signIn(first)["account_token"].string)
    await first.stop()
    let second = try await TestServer(settings, in: first.directory)
    let answer = try await second.listening.send(.get, "/v1/user", bearer: token)
    let next = try #require(try await EthereumTestWallet().signIn(second)["account_token"].string)
    await second.stop()
    #expect(answer.status == 200)
    #expect(try kid(next) == kid(token))
  }
}
