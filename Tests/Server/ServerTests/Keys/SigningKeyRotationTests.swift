import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import JOSE
import JOSESignatures
import Sampling
import Testing

/// Signing keys that are rotated and revoked while a server runs.
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

  @Test("A new key is published before it signs, and tokens of the old key stay valid until they expire")
  func rotation() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      let first = try kid(try await signIn(server))
      #expect(try await published(server) == [first])
      let second = try await server.administer { try await $0.rotateSigningKeys()[0] }
      server.clock.advance(by: 61)
      #expect(Set(try await published(server)) == [first, second])
      // Every cached key set contains the signing key: caches keep it for five minutes, and the margin is as long.
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
      server.clock.advance(by: 64)
      #expect(try await status(server, last) == 401)
      #expect(try await status(server, new) == 200)
    }
  }

  @Test("The id of a key never looks like an option of a command")
  func idOfKey() async throws {
    try await TestServer.run { server in
      // One thumbprint of 64 begins with "-".
      for _ in CaseSample.of(0..<200, oneIn: 4) {
        let id = try await server.administer { try await $0.rotateSigningKeys()[0] }
        #expect(!id.hasPrefix("-"))
      }
    }
  }

  private func states(_ server: TestServer) async throws -> [SigningKeyStatus.State] {
    try await server.administer { try await $0.signingKeys() }.map(\.state)
  }

  @Test("A retired key is published and accepted as long as one of its tokens may be valid, and not longer")
  func expiry() async throws {
    // The longest lifetime that can be configured, because the setting may have changed since the key signed.
    try await TestServer.run(["lifetimes": ["access_token": 3600]]) { server in
      server.clock.advance(by: 3600)
      let first = try kid(try await signIn(server))
      let second = try await server.administer { try await $0.rotateSigningKeys()[0] }
      server.clock.advance(by: 599)
      let last = try await signIn(server)
      #expect(try kid(last) == first)
      #expect(try await states(server) == [.signing, .published])
      server.clock.advance(by: 3599)
      #expect(try await status(server, last) == 200)
      #expect(Set(try await published(server)) == [first, second])
      #expect(try await states(server) == [.retired, .signing])
      server.clock.advance(by: 62)
      #expect(try await status(server, last) == 401)
      // A backend whose clock is five minutes slow still accepts the token, and may fetch the key.
      server.clock.advance(by: 239)
      #expect(Set(try await published(server)) == [first, second])
      server.clock.advance(by: 120)
      #expect(try await published(server) == [second])
      #expect(try await states(server) == [.expired, .signing])
      #expect(try await status(server, try await signIn(server)) == 200)
    }
  }

  @Test("A copy of an expired key cannot make a valid token")
  func copyOfAnExpiredKey() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let first = try kid(token)
      let signer = try await copy(of: first, at: server)
      let claims = try #require(
        try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[1]))).object)
      func forged() throws -> String {
        var claims = claims
        claims["exp"] = .integer(Int64(server.clock.now.timeIntervalSince1970) + 600)
        return try signer.sign(claims, type: "at+jwt")
      }
      _ = try await server.administer { try await $0.rotateSigningKeys() }
      server.clock.advance(by: 700)
      #expect(try await status(server, try forged()) == 200)
      server.clock.advance(by: 7200)
      #expect(try await status(server, try forged()) == 401)
      let key = try await server.apiKey()
      let answer = try await server.api.form(
        "/v1/introspect", "token=\(try forged())",
        fields: ["Authorization": "Bearer \(key)"])
      #expect(answer.json == ["active": false])
    }
  }

  /// The private key, as an attacker with the database and the master key reads it.
  private func copy(of kid: String, at server: TestServer) async throws -> JWTSigner {
    let records = try await server.withStore { store in try await store.read { try $0.signingKeys() } }
    let record = try #require(records.first { $0.id == kid })
    let library = try OpenSSLContext()
    let key = try MasterKey.load(.file(server.directory.file("master.key")))
      .key(for: .signingKeys, library: library)
    let jwk = try JSONWebKey(parsing: key.open(record.sealedPrivateKey, purpose: [UInt8](kid.utf8)))
    return try JWTSigner(key: jwk, context: library)
  }

  @Test("A store whose keys are all retired gets a new one at the next start")
  func onlyRetired() async throws {
    let settings: JSONObject = ["public_url": "http://127.0.0.1:1"]
    let first = try await TestServer(settings)
    let old = try kid(try await signIn(first))
    await first.stop()
    let now = first.clock.now
    try await first.withStore { store in
      try await store.write { transaction in
        for var record in try transaction.signingKeys() {
          record.retiredAt = now.addingTimeInterval(-86400)
          try transaction.update(record)
        }
      }
    }
    let second = try await TestServer(settings, in: first.directory)
    let new = try kid(try await signIn(second))
    await second.stop()
    #expect(new != old)
  }

  @Test("Sessions outlive signing keys: after a rotation, the new key signs the tokens of a refresh")
  func refreshAfterRotation() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      let session = try await EthereumTestWallet().signIn(server)
      let second = try await server.administer { try await $0.rotateSigningKeys()[0] }
      server.clock.advance(by: 3600)
      let refresh = try #require(session["refresh_token"].string)
      let answer = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      #expect(try kid(try #require(answer["account_token"].string)) == second)
    }
  }

  @Test("If a key is rotated before it has signed, another key signs")
  func rotationsInHaste() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      for _ in 0..<3 {
        _ = try await server.administer { try await $0.rotateSigningKeys() }
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

  @Test("If the next key is revoked, the old one signs until every backend has another")
  func revokedSuccessor() async throws {
    try await TestServer.run { server in
      server.clock.advance(by: 3600)
      let first = try kid(try await signIn(server))
      let second = try await server.administer { try await $0.rotateSigningKeys()[0] }
      server.clock.advance(by: 590)
      #expect(try await server.administer { try await $0.revokeSigningKey(second) })
      for seconds in [61.0, 480, 55] {
        server.clock.advance(by: seconds)
        #expect(try kid(try await signIn(server)) == first)
      }
      server.clock.advance(by: 80)
      let third = try kid(try await signIn(server))
      #expect(![first, second].contains(third))
      #expect(Set(try await published(server)) == [first, third])
    }
  }

  @Test("The tokens of a revoked key are rejected within a minute, and sessions continue with another key")
  func revocation() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let key = try await server.apiKey()
      let first = try kid(token)
      #expect(try await server.administer { try await $0.revokeSigningKey(first) })
      #expect(try await !server.administer { try await $0.revokeSigningKey(first) })
      #expect(try await !server.administer { try await $0.revokeSigningKey("../unknown") })
      server.clock.advance(by: 61)
      #expect(try await status(server, token) == 401)
      let answer = try await server.api.form(
        "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"])
      #expect(answer.json == ["active": false])
      #expect(try await !published(server).contains(first))
      // A revocation with an invalid token has no effect.
      #expect(try await server.api.form("/v1/revoke", "token=\(token)").status == 200)
      let refresh = try #require(session["refresh_token"].string)
      let next = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      let renewed = try #require(next["account_token"].string)
      #expect(try kid(renewed) != first)
      #expect(try await status(server, renewed) == 200)
    }
  }

  @Test("A restart uses the existing keys")
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
