import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// A client's hint is as old as its session, which outlives signing keys.
@Suite struct OldHintTests {
  private static let bye = "https://site.example/bye"

  private func kid(_ token: String) throws -> String {
    let header = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[0])))
    return try #require(header["kid"]?.string)
  }

  private func end(
    _ server: TestServer, _ browser: TestBrowser, _ parameters: [String: String], confirming: Bool = false
  ) async throws -> TestAPI.Answer {
    let page = try await server.api.send(.get, "/end-session?\(TestClient.form(parameters))")
    let ticket = try #require(page.pageTicket)
    return try await browser.send(
      .post, confirming ? "/session/end/confirm" : "/session/end", ["ticket": .string(ticket)])
  }

  private func silent(
    _ server: TestServer, _ browser: TestBrowser, hint: String
  ) async throws -> [String: String] {
    let changes = ["id_token_hint": hint, "prompt": "none"]
    let answer = try await browser.send(
      .post, "/session/authorization",
      ["ticket": .string(try await TestClient.site(server).ticket(changes))])
    return TestClient.query(of: answer["redirect_to"].string)
  }

  @Test("A hint is valid as long as its session, regardless of retired keys")
  func retired() async throws {
    try await TestServer.run(TestClient.settings) { server in
      server.clock.advance(by: 3600)
      let browser = try await TestBrowser.signedIn(server)
      let token = try await TestClient.site(server).idToken(browser)
      for _ in 0..<2 {
        _ = try await server.administer { try await $0.rotateSigningKeys() }
        server.clock.advance(by: 10 * 24 * 3600)
      }
      let keys = try await server.api.send(.get, "/.well-known/jwks.json")
      #expect(keys["keys"].array?.contains { $0["kid"]?.string == (try? kid(token)) } == false)
      #expect(try await silent(server, browser, hint: token)["code"] != nil)
      let answer = try await end(
        server, browser, ["id_token_hint": token, "post_logout_redirect_uri": Self.bye])
      #expect(answer["next"] == "ended" && answer["redirect_to"] == .string(Self.bye))
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test("A hint of a revoked key proves nothing: it names its client, and the page asks the user")
  func revoked() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let token = try await TestClient.site(server).idToken(browser)
      #expect(try await server.administer { try await $0.revokeSigningKey(try kid(token)) })
      server.clock.advance(by: 61)
      let parameters = ["id_token_hint": token, "post_logout_redirect_uri": Self.bye]
      let asked = try await end(server, browser, parameters)
      #expect(asked["next"] == "confirm" && asked["redirect_to"] == .null)
      #expect(asked["client"] == "Example Site")
      #expect(try await browser.isSignedIn)
      let answer = try await end(server, browser, parameters, confirming: true)
      #expect(answer["next"] == "ended" && answer["redirect_to"] == .string(Self.bye))
    }
  }

  @Test("A forged hint has no more effect than a client_id: the client must list the redirect URI")
  func forged() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let header = Base64URL.encode([UInt8](#"{"alg":"ES256","typ":"JWT"}"#.utf8))
      func forged(_ audience: String) -> String {
        let payload = Base64URL.encode([UInt8](#"{"iss":"\#(server.origin)","aud":\#(audience)}"#.utf8))
        return "\(header).\(payload).\(Base64URL.encode([UInt8](repeating: 1, count: 64)))"
      }
      for (audience, address) in [
        (#""site""#, "https://evil.example"), (#""unknown""#, Self.bye), (#"["site","app"]"#, Self.bye),
        (#""app""#, Self.bye),
      ] {
        let form = TestClient.form([
          "id_token_hint": forged(audience), "post_logout_redirect_uri": address,
        ])
        let page = try await server.api.send(.get, "/end-session?\(form)")
        #expect(!page.fields.contains("Location"))
        // The page refuses the request, or asks the user and does not redirect.
        if let ticket = page.pageTicket {
          let browser = try await TestBrowser.signedIn(server)
          let done = try await browser.send(.post, "/session/end/confirm", ["ticket": .string(ticket)])
          #expect(done["redirect_to"] == .null, "\(audience)")
        }
      }
      let browser = try await TestBrowser.signedIn(server)
      let asked = try await end(
        server, browser, ["id_token_hint": forged(#""site""#), "post_logout_redirect_uri": Self.bye])
      #expect(asked["next"] == "confirm")
      #expect(try await browser.isSignedIn)
    }
  }
}
