import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// New passkeys on the hosted page. The cookie of a signed-in user is in every request, so the page says what it wants.
@Suite struct PasskeyPageTests {
  private let path = "/session/passkeys/registration"

  /// Registers a passkey as the page does.
  private func register(
    _ passkey: inout TestPasskey, _ browser: TestBrowser, _ request: JSONValue
  ) async throws -> TestAPI.Answer {
    var body = try passkey.registration(try await browser.send(.post, "\(path)/options", request))
    body["binding_secret"] = nil
    return try await browser.send(.post, path, .object(body))
  }

  @Test("A signed-in user adds a passkey with the purpose link")
  func addition() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let browser = TestBrowser(server)
      var (first, second) = (try TestPasskey(server), try TestPasskey(server))
      let signedUp = try await register(&first, browser, ["name": "Ada"])
      let added = try await register(&second, browser, ["purpose": "link"])
      #expect(added.status == 200 && added["user"]["id"] == signedUp["user"]["id"])
      #expect(try await browser.send(.get, "/session/passkeys")["items"].array?.count == 2)
    }
  }

  @Test("A signed-in user who signs up gets another account")
  func anotherAccount() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let browser = TestBrowser(server)
      var (first, second) = (try TestPasskey(server), try TestPasskey(server))
      let signedUp = try await register(&first, browser, [:])
      let other = try await register(&second, browser, ["purpose": "sign_in"])
      #expect(other.status == 200 && other["user"]["id"] != signedUp["user"]["id"])
      #expect(try await browser.send(.get, "/session/passkeys")["items"].array?.count == 1)
    }
  }

  @Test("A signed-out user adds no passkey, and no other purpose is known")
  func refusals() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let browser = TestBrowser(server)
      let signedOut = try await browser.send(.post, "\(path)/options", ["purpose": "link"])
      #expect(signedOut.status == 401 && signedOut.code == "signed_out")
      let unknown = try await browser.send(.post, "\(path)/options", ["purpose": "rent"])
      #expect(unknown.status == 400 && unknown.code == "invalid_purpose")
      let foreign = try await browser.send(.post, path, ["challenge_id": "none", "id": "AQ"])
      #expect(foreign.status == 401 && foreign.code == "invalid_challenge")
    }
  }
}
