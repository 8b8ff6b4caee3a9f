import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// One authorization request yields one code.
@Suite struct AuthorizationTicketTests {
  @Test func ticketYieldsOneCodeToAnyNumberOfClicks() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let shown = try await browser.send(
        .post, "/session/authorization", ["ticket": .string(try await client.ticket())])
      #expect(shown["next"] == "confirm")
      let body: JSONValue = ["ticket": shown["ticket"]]
      let answers = try await inParallel(20) { _ in
        try await browser.send(.post, "/session/authorization/allow", body)
      }
      #expect(answers.count { TestClient.query(of: $0["redirect_to"].string)["code"] != nil } == 1)
      #expect(answers.count { $0.code == "invalid_ticket" } == 19)
    }
  }

  @Test func ticketThatIsAnsweredAtOnceYieldsOneCode() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      try await site.consent(browser)
      let ticket = try await site.ticket()
      func next() async throws -> TestAPI.Answer {
        try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)])
      }
      #expect(TestClient.query(of: try await next()["redirect_to"].string)["code"] != nil)
      #expect(try await next().code == "invalid_ticket")
    }
  }
}
