import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// A token whose signature was verified once is still refused when it must be.
@Suite struct TokenCacheTests {
  private func verifiedToken(_ server: TestServer) async throws -> (access: String, account: String) {
    let session = try await EthereumTestWallet().signIn(server)
    let access = try #require(session["access_token"].string)
    for _ in 0..<2 { #expect(try await status(server, access) == 200) }
    return (access, try #require(session["account_token"].string))
  }

  private func status(_ server: TestServer, _ token: String) async throws -> Int {
    try await server.api.send(.get, "/v1/user", bearer: token).status
  }

  @Test func endedSessionEndsVerifiedToken() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: token.account).status < 300)
      #expect(try await status(server, token.access) == 401)
    }
  }

  @Test func verifiedTokenExpires() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      // The keys are not read again within a minute, so the token is still in the cache before the end.
      server.clock.advance(by: 859)
      #expect(try await status(server, token.access) == 200)
      server.clock.advance(by: 102)
      #expect(try await status(server, token.access) == 401)
    }
  }

  @Test func revokedKeyEndsTokenThatWasNotUsed() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let key = try await server.administer { try await $0.signingKeys()[0].id }
      #expect(try await server.administer { try await $0.revokeSigningKey(key) })
      server.clock.advance(by: 61)
      #expect(try await status(server, try #require(session["access_token"].string)) == 401)
    }
  }

  @Test func answerOfFirstSignInIsUserThatServerHas() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      #expect(session["is_new_user"].bool == true)
      let user = try await server.api.send(
        .get, "/v1/user", bearer: session["account_token"].string)
      #expect(session["user"] == user.json)
    }
  }

  @Test func revokedKeyEndsVerifiedToken() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      let key = try await server.administer { try await $0.signingKeys()[0].id }
      #expect(try await server.administer { try await $0.revokeSigningKey(key) })
      server.clock.advance(by: 61)
      #expect(try await status(server, token.access) == 401)
    }
  }

  /// A server keeps the tokens that it signs until it reads its keys again.
  @Test func tokenIsVerifiedAfterServerReadItsKeys() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      server.clock.advance(by: 61)
      #expect(try await status(server, token.access) == 200)
    }
  }

  @Test func tokenWithAnotherSignatureIsRefused() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      let other = try await verifiedToken(server)
      let parts = (token.access.split(separator: "."), other.access.split(separator: "."))
      #expect(try await status(server, "\(parts.0[0]).\(parts.0[1]).\(parts.1[2])") == 401)
      #expect(try await status(server, "\(parts.0[0]).\(parts.1[1]).\(parts.0[2])") == 401)
    }
  }

  @Test func alteredTokenIsNotFoundInCache() async throws {
    try await TestServer.run { server in
      let token = try await verifiedToken(server)
      for altered in [token.access + "A", String(token.access.dropLast()), " " + token.access] {
        #expect(try await status(server, altered) == 401)
      }
    }
  }

  @Test func recentEntriesAreBounded() {
    var entries = RecentEntries<Int, Int>(capacity: 100)
    for number in 0..<1000 {
      entries.keep(number, for: number)
      // An entry that is used stays.
      #expect(entries.value(of: 0) == 0)
      #expect(entries.count <= 100)
    }
    #expect(entries.value(of: 999) == 999)
    #expect(entries.value(of: 1) == nil)
  }
}
