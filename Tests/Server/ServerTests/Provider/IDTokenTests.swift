import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings
import Foundation
import JOSE
import JOSESignatures
import Testing

@testable import DoorwardServer

/// The use and misuse of ID tokens.
@Suite struct IDTokenTests {
  /// The settings of the tests' clients, with a site that uses RS256.
  private static var rs256: JSONObject {
    [
      "applications": [
        ["id": "default"],
        [
          "id": "site", "redirect_uris": ["https://site.example/callback"],
          "client_secret_hash": .string(TestClient.secretHash), "id_token_signed_response_alg": "RS256",
        ],
      ]
    ]
  }

  private func tokens(_ server: TestServer, _ scope: String = "openid") async throws -> TestAPI.Answer {
    let browser = try await TestBrowser.signedIn(server)
    let client = try TestClient.site(server)
    return try await client.exchange(try await client.code(browser, ["scope": scope]))
  }

  private func header(_ token: String) throws -> JSONValue {
    try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[0])))
  }

  private func keys(_ server: TestServer) async throws -> JSONWebKeySet {
    try JSONWebKeySet(parsing: try await server.api.send(.get, "/.well-known/jwks.json").body)
  }

  @Test("A client that uses RS256 gets it for ID tokens, and every other token is ES256")
  func algorithm() async throws {
    try await TestServer.run(Self.rs256) { server in
      let answer = try await tokens(server)
      let token = try #require(answer["id_token"].string)
      #expect(try header(token)["alg"] == "RS256")
      let access = try #require(answer["access_token"].string)
      #expect(try header(access)["alg"] == "ES256")
      let set = try await keys(server)
      #expect(Set(set.keys.map(\.signatureAlgorithm)) == [.es256, .rs256])
      #expect(set.keys.allSatisfy { !$0.isPrivate && $0.keyID == $0.thumbprint })
      let verifier = JWTVerifier(keys: set, algorithms: [.rs256], context: try OpenSSLContext())
      let policy = JWTPolicy.all([.type("JWT"), .issuer(server.origin), .audience("site"), .time()])
      _ = try verifier.verify(token, policy: policy, at: Timestamp(server.clock.now))
    }
  }

  @Test("An ID token has the photo of the user's profile, and only if the client may read the profile")
  func picture() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      let session = try await wallet.signIn(server)
      let photo = try await server.upload(TestPhotos.image("picture.png"), session.account)["picture"]
      let client = try TestClient.site(server)
      let expectations: [(String, JSONValue?)] = [("openid profile", photo), ("openid", nil)]
      for (scope, expected) in expectations {
        let answer = try await client.exchange(client.code(browser, ["scope": .some(scope)]))
        let token = try #require(answer["id_token"].string)
        let claims = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[1])))
        #expect(claims["picture"] == expected, "\(scope)")
      }
    }
  }

  @Test("An RSA key is made only if an application uses RS256, and it survives a restart")
  func keyOnDemand() async throws {
    let directory = try TemporaryDirectory()
    func algorithms(_ settings: JSONObject) async throws -> [JWSAlgorithm] {
      let server = try await TestServer(settings, in: directory)
      let set = try await keys(server)
      await server.stop()
      return set.keys.map(\.signatureAlgorithm)
    }
    #expect(try await algorithms(TestClient.settings) == [.es256])
    #expect(try await algorithms(Self.rs256) == [.es256, .rs256])
    #expect(try await algorithms(Self.rs256) == [.es256, .rs256])
  }

  @Test("The RSA key is rotated with the other, published before it signs, and replaced when it is revoked")
  func rotation() async throws {
    try await TestServer.run(Self.rs256) { server in
      server.clock.advance(by: 3600)
      func kid() async throws -> String {
        let token = try #require(try await tokens(server)["id_token"].string)
        return try #require(try header(token)["kid"]?.string)
      }
      let first = try await kid()
      let fresh = try await server.administer { try await $0.rotateSigningKeys() }
      #expect(fresh.count == 2)
      server.clock.advance(by: 61)
      #expect(try await keys(server).keys.count == 4)
      #expect(try await kid() == first)
      server.clock.advance(by: 601)
      #expect(try await kid() == fresh[1])
      #expect(try await server.administer { try await $0.revokeSigningKey(fresh[1]) })
      server.clock.advance(by: 61)
      let replaced = try await kid()
      #expect(replaced != fresh[1])
      let states = try await server.administer { try await $0.signingKeys() }
      #expect(states.filter { $0.state == .signing }.map(\.algorithm).sorted() == ["ES256", "RS256"])
    }
  }

  /// The claims of a token of this server, signed again with the server's key under another type.
  private func resigned(
    _ token: String, as type: String, _ algorithm: JWSAlgorithm = .es256, by server: TestServer
  ) async throws -> String {
    let claims = try #require(try TestClient.claims(of: .string(token)).object)
    let installation = try await Installation.open(server.configuration, clock: server.clock.wallClock)
    let signed: String
    do {
      signed = try await installation.signingKeys.signer(algorithm).sign(claims, type: type)
    } catch {
      await installation.store.close()
      throw error
    }
    await installation.store.close()
    return signed
  }

  @Test(
    "An ID token gives no access, and an access or account token is not an ID token, with any claims",
    arguments: [JWSAlgorithm.es256, .rs256])
  func confusion(_ algorithm: JWSAlgorithm) async throws {
    try await TestServer.run(algorithm == .rs256 ? Self.rs256 : TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let page = try await wallet.signIn(browser)
      let client = try TestClient.site(server)
      let answer = try await client.exchange(try await client.code(browser, ["scope": "openid user:read"]))
      let id = try #require(answer["id_token"].string)
      let access = try #require(answer["access_token"].string)
      let account = try #require(try await wallet.signIn(server)["account_token"].string)
      let all = try [id, access, account].map { try TestClient.claims(of: .string($0)) }
      #expect(Set(all.compactMap { $0["aud"]?.string }).count == 3)
      #expect(all.allSatisfy { $0["iss"] == .string(server.origin) && $0["sub"] == page["user"]["id"] })
      // The claims of a valid token under another type: the type alone decides, as the control shows.
      let mistyped = try await resigned(access, as: "JWT", by: server)
      let key = try await server.apiKey("site")
      func introspected(_ token: String) async throws -> JSONValue {
        try await server.api.form(
          "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"]
        )["active"]
      }
      for token in [id, mistyped] {
        for path in ["/v1/user", "/v1/userinfo", "/v1/sessions"] {
          #expect(try await server.api.send(.get, path, bearer: token).code == "invalid_token")
        }
        #expect(try await introspected(token) == false)
        // The revocation of an ID token ends neither the client's nor the page's session.
        _ = try await server.api.form("/v1/revoke", "token=\(token)")
        #expect(try await server.api.send(.get, "/v1/user", bearer: access).status == 200)
        #expect(try await browser.isSignedIn)
      }
      let control = try await resigned(access, as: "at+jwt", by: server)
      #expect(try await server.api.send(.get, "/v1/user", bearer: control).status == 200)
      #expect(try await introspected(control) == true)
      let forged = id.split(separator: ".").prefix(2).joined(separator: ".") + ".AAAA"
      for wrong in [access, account, forged, try await resigned(id, as: "at+jwt", algorithm, by: server)] {
        let hinted = try await client.authorize(["id_token_hint": wrong])
        #expect(TestClient.query(of: hinted.fields["Location"])["error"] == "invalid_request")
      }
      for hint in [id, try await resigned(id, as: "JWT", algorithm, by: server)] {
        #expect(try await client.authorize(["id_token_hint": hint]).status == 200)
      }
    }
  }

  @Test("The metadata lists exactly the claims of the supported scopes")
  func promised() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let profile = JSONObject(ProfileText.allCases.map { ($0.rawValue, "en") })
      #expect(try await browser.send(.patch, "/session/user", .object(profile)).status == 200)
      let metadata = try await server.api.send(.get, "/.well-known/openid-configuration")
      func names(_ member: String) throws -> Set<String> {
        Set(try #require(metadata[member].array).compactMap(\.string))
      }
      // A web site cannot request the scope account.
      let scope = try names("scopes_supported").subtracting(["account"]).joined(separator: " ")
      let client = try TestClient.site(server)
      let answer = try await client.exchange(try await client.code(browser, ["scope": scope]))
      let claims = try #require(try TestClient.claims(of: answer["id_token"]).object)
      // The user has no photo, no addresses and no user name: see ScopeClaimsTests.
      let others: Set<String> = [
        "picture", "roles", "preferred_username", "email", "email_verified", "phone_number",
        "phone_number_verified",
      ]
      #expect(Set(claims.keys).union(others) == (try names("claims_supported")))
    }
  }

  @Test("The signed-in user must be the user of the hint")
  func hint() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient.site(server)
      let (ann, bob) = (TestBrowser(server), TestBrowser(server))
      for browser in [ann, bob] { try await EthereumTestWallet().signIn(browser) }
      let token = try await client.exchange(try await client.code(ann))["id_token"].string
      // The hint has expired, as is usual for hints.
      server.clock.advance(by: 3000)
      func silent(_ browser: TestBrowser) async throws -> [String: String] {
        let ticket = try await client.ticket(["prompt": "none", "id_token_hint": token])
        let answer = try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)])
        return TestClient.query(of: answer["redirect_to"].string)
      }
      #expect(try await silent(ann)["code"] != nil)
      #expect(try await silent(bob)["error"] == "login_required")
    }
  }

  @Test("Userinfo returns the claims of the token's scopes, also for openid alone")
  func userinfo() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let page = try await EthereumTestWallet().signIn(browser)
      _ = try await browser.send(.patch, "/session/user", ["name": "Ann Example", "locale": "en"])
      let client = try TestClient.site(server)
      func info(_ scope: String, _ method: HTTPMethod = .get) async throws -> TestAPI.Answer {
        let answer = try await client.exchange(try await client.code(browser, ["scope": scope]))
        return try await server.api.send(method, "/v1/userinfo", bearer: answer["access_token"].string)
      }
      let sub = try #require(page.json["user"]?["id"])
      #expect(try await info("openid").json == ["sub": sub])
      let profile = try await info("openid profile", .post)
      let now = Int64(server.clock.now.timeIntervalSince1970)
      #expect(
        profile.json == ["sub": sub, "name": "Ann Example", "locale": "en", "updated_at": .integer(now)])
      #expect(profile.fields["Cache-Control"] == "no-store")
      #expect(try await info("user:read").code == "insufficient_scope")
      let plain = try #require(try await EthereumTestWallet().signIn(server)["access_token"].string)
      #expect(try await server.api.send(.get, "/v1/userinfo", bearer: plain).code == "insufficient_scope")
      #expect(try await server.api.send(.get, "/v1/userinfo").code == "missing_token")
    }
  }
}
