import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

/// The documents with which clients and backends verify tokens: metadata (RFC 8414) and keys (RFC 7517).
@Suite struct DiscoveryTests {
  @Test("RFC 8414 §2: the metadata contains this issuer and the addresses of its endpoints")
  func metadata() async throws {
    try await TestServer.run(.behindTLS) { server in
      let answer = try await server.listening.send(.get, "/.well-known/oauth-authorization-server")
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"] == "application/json")
      #expect(answer.fields["Cache-Control"] == "public, max-age=300")
      let issuer = "https://accounts.example.com"
      #expect(answer["issuer"] == .string(issuer))
      for (name, path) in [
        ("jwks_uri", "/.well-known/jwks.json"), ("authorization_endpoint", "/authorize"),
        ("token_endpoint", "/v1/token"),
        ("revocation_endpoint", "/v1/revoke"), ("introspection_endpoint", "/v1/introspect"),
      ] {
        #expect(answer[name] == .string(issuer + path))
        // Every address exists: no answer is 404.
        let there = try await server.listening.send(.options, path)
        #expect(there.status == 204)
      }
      let device: JSONValue = "urn:ietf:params:oauth:grant-type:device_code"
      #expect(answer["grant_types_supported"] == ["authorization_code", "refresh_token", device])
      #expect(answer["response_types_supported"] == ["code"])
      #expect(answer["code_challenge_methods_supported"] == ["S256"])
      #expect(answer["authorization_response_iss_parameter_supported"] == true)
      #expect(
        answer["token_endpoint_auth_methods_supported"]
          == ["none", "client_secret_basic", "client_secret_post"])
      #expect(
        answer["revocation_endpoint_auth_methods_supported"]
          == ["none", "client_secret_basic", "client_secret_post"])
      #expect(
        answer["scopes_supported"]
          == ["openid", "profile", "email", "phone", "offline_access", "user:read", "account"])
      #expect(answer["registration_endpoint"] == .null)
    }
  }

  @Test("OpenID Connect Discovery §3: the provider's metadata contains that of the authorization server")
  func openID() async throws {
    try await TestServer.run(.behindTLS) { server in
      let answer = try await server.listening.send(.get, "/.well-known/openid-configuration")
      let oauth = try await server.listening.send(.get, "/.well-known/oauth-authorization-server")
      for member in try #require(oauth.json.object) { #expect(answer[member.key] == member.value) }
      #expect(answer["subject_types_supported"] == ["public"])
      #expect(answer["id_token_signing_alg_values_supported"].array?.contains("ES256") == true)
      #expect(answer["request_uri_parameter_supported"] == false)
    }
  }

  @Test("The key set has only public keys, named by their thumbprints, and can be cached for five minutes")
  func keySet() async throws {
    try await TestServer.run { server in
      let answer = try await server.api.send(.get, "/.well-known/jwks.json")
      #expect(answer.fields["Content-Type"] == "application/jwk-set+json")
      #expect(answer.fields["Cache-Control"] == "public, max-age=300")
      let keys = try #require(answer["keys"].array)
      #expect(keys.count == 1)
      for key in keys {
        #expect(key["kty"] == "EC")
        #expect(key["crv"] == "P-256")
        #expect(key["alg"] == "ES256")
        #expect(key["use"] == "sig")
        for secret in ["d", "p", "q", "k", "dp"] { #expect(key[secret] == nil) }
        let parsed = try JSONWebKey(parsing: key.serialized())
        #expect(key["kid"] == .string(parsed.thumbprint))
      }
    }
  }

  @Test("RFC 9068 §4: the key set verifies the access token and never the account token")
  func tokens() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let answer = try await server.api.send(.get, "/.well-known/jwks.json")
      let keys = try JSONWebKeySet(parsing: answer.body)
      let verifier = JWTVerifier(keys: keys, algorithms: [.es256], context: try OpenSSLContext())
      let policy = JWTPolicy.all([
        .type("at+jwt"), .issuer(server.origin), .audience("\(server.origin)/applications/default"), .time(),
      ])
      let now = Timestamp(server.clock.now)
      let access = try #require(session["access_token"].string)
      let claims = try verifier.verify(access, policy: policy, at: now).claims
      #expect(claims.subject == session.json["user"]?["id"]?.string)
      for name in ["client_id", "exp", "iat", "jti", "sid", "auth_time", "acr", "amr", "scope"] {
        #expect(claims.all[name] != nil, "\(name)")
      }
      let account = try #require(session["account_token"].string)
      #expect(throws: (any Error).self) { try verifier.verify(account, policy: policy, at: now) }
    }
  }

  @Test("No two tokens have the same identifier")
  func identifiers() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var identifiers: Set<String> = []
      for _ in 0..<5 {
        let session = try await wallet.signIn(server)
        for name in ["access_token", "account_token"] {
          let token = try #require(session[name].string)
          let claims = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[1])))
          identifiers.insert(try #require(claims["jti"]?.string))
        }
      }
      #expect(identifiers.count == 10)
    }
  }
}
