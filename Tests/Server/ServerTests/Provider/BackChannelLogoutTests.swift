import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Clients learn of the end of their sessions (OpenID Connect Back-Channel Logout 1.0).
@Suite struct BackChannelLogoutTests {
  private static func settings(_ address: String) -> JSONObject {
    [
      "applications": [
        ["id": "default", "first_party": false],
        [
          "id": "site", "name": "Example Site", "redirect_uris": ["https://site.example/callback"],
          "client_secret_hash": .string(TestClient.secretHash), "backchannel_logout_uri": .string(address),
        ],
        ["id": "app", "name": "App", "redirect_uris": ["com.example.app:/callback"]],
      ]
    ]
  }

  /// The header and the claims of a logout token.
  private static func token(_ arrival: WebhookReceiver.Arrival) throws -> (
    header: JSONValue, claims: JSONValue
  ) {
    #expect(arrival.fields["Content-Type"] == "application/x-www-form-urlencoded")
    let body = String(decoding: arrival.body, as: UTF8.self)
    #expect(body.hasPrefix("logout_token="))
    return try parts(of: String(body.dropFirst("logout_token=".count)))
  }

  private static func parts(of jwt: String) throws -> (header: JSONValue, claims: JSONValue) {
    let parts = jwt.split(separator: ".").map(String.init)
    #expect(parts.count == 3)
    return (
      try JSONParser.parse(Base64URL.decode(parts[0])), try JSONParser.parse(Base64URL.decode(parts[1]))
    )
  }

  /// A way in which a session ends before its time.
  enum Ending: String, CaseIterable {
    case signOut, elsewhere, operatorEndsSession, operatorEndsAll, everyUser, ban, deletion, consent
  }

  private static func end(
    _ ending: Ending, _ server: TestServer, _ browser: TestBrowser, _ wallet: EthereumTestWallet,
    user: String, _ tokens: TestAPI.Answer
  ) async throws {
    switch ending {
    case .signOut:
      #expect(try await browser.send(.post, "/session/sign-out", ["scope": "this"]).status == 204)
    case .elsewhere:
      let other = TestBrowser(server)
      _ = try await wallet.signIn(other)
      #expect(try await other.send(.post, "/session/sign-out", ["scope": "others"]).status == 204)
    case .everyUser: #expect(try await server.administer { try await $0.endAllSessions() } > 0)
    case .operatorEndsSession:
      let key = try await server.administer {
        try await $0.createAdministrationKey(name: "tests", scopes: [.writeUsers]).1.text
      }
      let session = try #require(try TestClient.claims(of: tokens["access_token"])["sid"]?.string)
      #expect(
        try await server.listening.send(.delete, "/v1/admin/users/\(user)/sessions/\(session)", bearer: key)
          .status == 204)
    case .operatorEndsAll:
      let key = try await server.administer {
        try await $0.createAdministrationKey(name: "tests", scopes: [.writeUsers]).1.text
      }
      #expect(
        try await server.listening.send(.delete, "/v1/admin/users/\(user)/sessions", bearer: key).status
          == 204)
    case .ban: #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
    case .deletion: #expect(try await server.administer { try await $0.deleteUser(user) })
    case .consent:
      #expect(try await browser.send(.delete, "/session/applications/site").status == 204)
    }
  }

  @Test(arguments: Ending.allCases) func endOfASessionIsToldToItsClient(_ ending: Ending) async throws {
    try await WebhookReceiver.with { receiver in
      try await TestServer.run(Self.settings(receiver.url)) { server in
        let browser = TestBrowser(server)
        let wallet = EthereumTestWallet()
        let signedIn = try await wallet.signIn(browser)
        let user = try #require(signedIn["user"]["id"]?.string)
        let client = try TestClient.site(server)
        let tokens = try await client.exchange(client.code(browser))
        let idToken = try Self.parts(of: try #require(tokens["id_token"].string)).claims
        #expect(receiver.arrivals.isEmpty)
        try await Self.end(ending, server, browser, wallet, user: user, tokens)
        try await wait(until: "the client gets a logout token") { !receiver.arrivals.isEmpty }
        let (header, claims) = try Self.token(receiver.arrivals[0])
        #expect(header["typ"] == "logout+jwt" && header["alg"] == "ES256")
        #expect(claims["iss"] == .string(server.origin) && claims["aud"] == "site")
        #expect(claims["sub"]?.string == user && claims["sid"] == idToken["sid"])
        #expect(claims["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
        #expect(claims["nonce"] == nil && claims["jti"]?.string?.isEmpty == false)
        #expect((claims["exp"]?.int64 ?? 0) - (claims["iat"]?.int64 ?? 0) == 120)
        #expect(!server.log.text.contains(String(decoding: receiver.arrivals[0].body, as: UTF8.self)))
      }
    }
  }

  @Test func clientWithoutAnAddressOrWithoutAnIDTokenIsToldNothing() async throws {
    try await WebhookReceiver.with { receiver in
      try await TestServer.run(Self.settings(receiver.url)) { server in
        let browser = try await TestBrowser.signedIn(server)
        let site = try TestClient.site(server)
        let app = try TestClient(server, "app", redirectURI: "com.example.app:/callback")
        #expect(try await app.exchange(app.code(browser)).status == 200)
        #expect(try await site.exchange(site.code(browser, ["scope": "user:read"])).status == 200)
        _ = try await browser.send(.post, "/session/sign-out", ["scope": "this"])
        let other = try await TestBrowser.signedIn(server)
        #expect(try await site.exchange(site.code(other)).status == 200)
        _ = try await other.send(.post, "/session/sign-out", ["scope": "this"])
        try await wait(until: "the other session is told") { !receiver.arrivals.isEmpty }
        #expect(receiver.arrivals.count == 1)
      }
    }
  }

  /// A site may revoke a token that it does not need and keep its user signed in, or sign the user in again.
  @Test func clientIsToldOnceAndNotOfWhatItHasDoneItself() async throws {
    try await WebhookReceiver.with { receiver in
      try await TestServer.run(Self.settings(receiver.url)) { server in
        let browser = try await TestBrowser.signedIn(server)
        let site = try TestClient.site(server)
        for _ in 0..<2 {
          let token = try await site.exchange(site.code(browser))["access_token"].string ?? ""
          let form = ["token": token, "client_id": "site", "client_secret": TestClient.secret]
          #expect(try await server.listening.form("/v1/revoke", TestClient.form(form)).status == 200)
        }
        _ = try await browser.send(.post, "/session/sign-out", ["scope": "this"])
        try await wait(until: "the client is told") { server.log.text.contains("logout token delivered") }
        let other = try await TestBrowser.signedIn(server)
        #expect(try await site.exchange(site.code(other)).status == 200)
        _ = try await other.send(.post, "/session/sign-out", ["scope": "this"])
        try await wait(until: "the other session is told") { receiver.arrivals.count > 1 }
        let sessions = try receiver.arrivals.map { try Self.token($0).claims["sid"] }
        #expect(sessions.count == 2 && sessions[0] != sessions[1])
      }
    }
  }

  @Test func refusedTokenIsNotSentAgainAndAFailedOneIs() async throws {
    try await WebhookReceiver.with { receiver in
      try await TestServer.run(Self.settings(receiver.url)) { server in
        let site = try TestClient.site(server)
        func signOut() async throws {
          let browser = try await TestBrowser.signedIn(server)
          #expect(try await site.exchange(site.code(browser)).status == 200)
          _ = try await browser.send(.post, "/session/sign-out", ["scope": "this"])
        }
        receiver.answer { _ in 302 }
        try await signOut()
        try await wait(until: "the first attempt fails") {
          server.log.text.contains("logout token postponed")
        }
        receiver.answer { _ in 200 }
        server.clock.advance(by: 7)
        try await wait(until: "the second attempt succeeds") {
          server.log.text.contains("logout token delivered")
        }
        let tokens = try receiver.arrivals.map { try Self.token($0).claims["jti"] }
        #expect(tokens.count == 2 && tokens[0] != tokens[1])
        receiver.answer { _ in 400 }
        try await signOut()
        try await wait(until: "the client refuses") { server.log.text.contains("logout token failed") }
        server.clock.advance(by: 86_400)
        try await signOut()
        try await wait(until: "a later one arrives") { receiver.arrivals.count == 4 }
      }
    }
  }

  @Test(arguments: ["http://site.example/logout", "https://site.example/logout#x", "ftp://x", "site.example"])
  func addressMustBeSafe(_ address: String) async throws {
    await #expect(throws: (any Error).self) { try await TestServer(Self.settings(address)) }
  }
}
