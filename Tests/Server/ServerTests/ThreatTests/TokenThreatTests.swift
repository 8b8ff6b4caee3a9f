import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

/// Tokens in wrong places, and forged tokens, over HTTP.
@Suite struct TokenThreatTests {
  private static let accountCalls: [(HTTPMethod, String)] = [
    (.get, "/v1/sessions"), (.patch, "/v1/user"), (.delete, "/v1/user"), (.get, "/v1/user/identities"),
    (.post, "/v1/sign-out"), (.post, "/v1/near/link"), (.post, "/v1/ethereum/link"),
    (.delete, "/v1/sessions/00000000-0000-4000-8000-000000000000"),
    (.delete, "/v1/user/identities/00000000-0000-4000-8000-000000000000"),
  ]

  @Test("An access token is accepted by GET /v1/user and by no account route")
  func accessTokenAtAccountRoutes() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let access = try #require(session["access_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: access).status == 200)
      for (method, path) in Self.accountCalls {
        let answer = try await server.api.send(method, path, method == .get ? nil : [:], bearer: access)
        #expect(answer.status == 401, "\(method) \(path)")
        #expect(answer.code == "invalid_token")
        #expect(answer.fields["WWW-Authenticate"]?.contains("invalid_token") == true)
      }
      #expect(try await server.api.send(.get, "/v1/user", bearer: access).status == 200)
    }
  }

  @Test("Refresh tokens, API keys and other texts are not bearer tokens of a user")
  func otherSecrets() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let refresh = try #require(session["refresh_token"].string)
      for token in [refresh, "dwk_AAAA", "", "a.b.c", String(repeating: "A", count: 9000)] {
        #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 401)
      }
      #expect(try await server.api.send(.get, "/v1/user").code == "missing_token")
    }
  }

  @Test(
    "A token with a changed header is refused",
    arguments: [
      #"{"alg":"none","typ":"at+jwt"}"#, #"{"alg":"HS256","typ":"at+jwt","kid":"KID"}"#,
      #"{"alg":"ES256","typ":"at+jwt","kid":"../../etc/passwd"}"#,
      #"{"alg":"ES256","typ":"JWT","kid":"KID"}"#,
      #"{"alg":"ES256","typ":"at+jwt","kid":"' OR 1=1 --"}"#,
      #"{"alg":"ES256","typ":"at+jwt","kid":"KID","jku":"http://127.0.0.1:1/jwks"}"#,
      #"{"alg":"ES256","alg":"none","typ":"at+jwt","kid":"KID"}"#,
    ])
  func rewrittenHeader(_ header: String) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let parts = try #require(session["account_token"].string).split(separator: ".").map(String.init)
      let kid = try #require(try JSONParser.parse(try Base64URL.decode(parts[0]))["kid"]?.string)
      let forged = header.replacing("KID", with: kid)
      let token = "\(Base64URL.encode(Array(forged.utf8))).\(parts[1]).\(parts[2])"
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: token).status == 401)
    }
  }

  @Test("A token that another key has signed is refused, with any claims")
  func foreignKey() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let parts = try #require(session["account_token"].string).split(separator: ".").map(String.init)
      let header = try JSONParser.parse(try Base64URL.decode(parts[0]))
      let claims = try #require(try JSONParser.parse(try Base64URL.decode(parts[1])).object)
      let context = try OpenSSLContext()
      var key = try JSONWebKey.generate(.es256, context: context)
      key.keyID = header["kid"]?.string
      let token = try JWTSigner(key: key, context: context).sign(claims, type: "at+jwt")
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: token).status == 401)
    }
  }

  @Test("Two processes with one store accept each other's tokens if their clocks differ by up to a minute")
  func clocks() async throws {
    try await TestServer.run { server in
      for (seconds, status) in [(-59, 200), (59, 200), (-62, 401)] as [(Double, Int)] {
        let token = try await EthereumTestWallet().signIn(server).account
        server.clock.advance(by: seconds)
        #expect(try await server.api.send(.get, "/v1/sessions", bearer: token).status == status, "\(seconds)")
        server.clock.advance(by: -seconds)
      }
    }
  }

  @Test("A token is refused a second after the minute by which clocks may differ")
  func expired() async throws {
    try await TestServer.run { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      server.clock.advance(by: 959)
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: token).status == 200)
      server.clock.advance(by: 2)
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: token).status == 401)
    }
  }

  @Test("A token of one application is refused if the request names another")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      #expect(
        try await server.api.send(.get, "/v1/user", bearer: token, fields: ["Doorward-Application": "one"])
          .status == 200)
      #expect(
        try await server.api.send(.get, "/v1/user", bearer: token, fields: ["Doorward-Application": "two"])
          .status == 401)
    }
  }

  @Test("A header field of a megabyte is refused")
  func hugeHeader() async throws {
    try await TestServer.run { server in
      let answer = try? await server.api.send(
        .get, "/v1/user", bearer: String(repeating: "A", count: 1 << 20))
      #expect(answer.map { (400..<500).contains($0.status) } ?? true)
      let health = try await server.api.send(.get, "/healthz")
      #expect(health.status == 200)
    }
  }
}
