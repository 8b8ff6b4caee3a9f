import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A client with a secret may leave out PKCE (RFC 9700 §2.1.1), and gains nothing by leaving out half of it (§4.8.2).
@Suite struct OptionalPKCETests {
  private static let without: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]

  @Test("A client with a secret gets a session without PKCE, and a public client does not")
  func optional() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let code = try await site.code(browser, Self.without)
      #expect(try await site.exchange(code, ["code_verifier": nil]).status == 200)
      #expect(try await site.exchange(code, ["code_verifier": nil])["error"] == "invalid_grant")
      for changes in [Self.without, ["code_challenge": nil], ["code_challenge_method": nil]] {
        let refused = try await TestClient(server).authorize(changes)
        #expect(TestClient.query(of: refused.fields["Location"])["error"] == "invalid_request")
      }
      for changes: [String: String?] in [["code_challenge": nil], ["code_challenge_method": nil]] {
        let refused = try await site.authorize(changes)
        #expect(TestClient.query(of: refused.fields["Location"])["error"] == "invalid_request")
      }
    }
  }

  @Test("A code with a challenge needs its verifier, and a code without one accepts none")
  func halves() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let bound = try await site.code(browser)
      #expect(try await site.exchange(bound, ["code_verifier": nil])["error"] == "invalid_grant")
      // The exchange has spent the code.
      #expect(try await site.exchange(bound)["error"] == "invalid_grant")
      // An attacker has removed the challenge from the request of a client that uses PKCE.
      let stripped = try await site.code(browser, Self.without)
      #expect(try await site.exchange(stripped)["error"] == "invalid_grant")
    }
  }

  @Test("A code without a challenge is void if its client has lost its secret")
  func withoutSecret() async throws {
    var settings = TestClient.settings
    settings["public_url"] = "http://127.0.0.1:1"
    settings["wallet_url"] = "http://localhost:2"
    var open = settings
    var applications = settings["applications"]?.array ?? []
    applications[1] = .object((applications[1].object ?? [:]).merging(patch: ["client_secret_hash": .null]))
    open["applications"] = .array(applications)
    try await TestServer.restart(settings, open) { server in
      let site = try TestClient.site(server)
      return (site, try await site.code(try await TestBrowser.signedIn(server), Self.without))
    } _: { server, kept in
      let (site, code) = kept
      let answer = try await site.exchange(code, ["code_verifier": nil, "client_secret": nil], at: server)
      #expect(answer["error"] == "invalid_request")
      let verified = try await site.exchange(code, ["client_secret": nil], at: server)
      #expect(verified["error"] == "invalid_grant")
    }
  }
}
