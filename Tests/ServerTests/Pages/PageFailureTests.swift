import DoorwardHTTP
import Encodings
import Testing

/// A person whom a link has brought here is told by a page, also of what passes by itself.
@Suite struct PageFailureTests {
  private static let settings: JSONObject = [
    "public_url": "https://accounts.example.com", "wallet_url": "https://wallets.example.com",
    "development": false,
  ]

  /// Asks until the server has had enough.
  private func refusal(
    _ server: TestServer, _ path: String, accept: String, _ method: HTTPMethod = .get
  ) async throws -> TestAPI.Answer {
    var fields: HTTPFields = ["Accept": accept]
    if method == .post { fields["Content-Type"] = "application/x-www-form-urlencoded" }
    for _ in 0..<500 {
      let answer = try await server.listening.send(method, path, fields: fields)
      if answer.status == 429 { return answer }
    }
    throw UnexpectedAnswer()
  }

  @Test(
    "Too many at once are told when to come back, and by which link",
    arguments: ["/authorize", "/end-session"])
  func tooMany(_ path: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let html = "text/html,application/xhtml+xml,*/*;q=0.8"
      let answer = try await refusal(server, "\(path)?client_id=a%22%3Cb%3E&state=1", accept: html)
      let page = String(decoding: answer.body, as: UTF8.self)
      let wait = try #require(answer.fields["Retry-After"])
      #expect(answer.fields["Content-Type"] == "text/html; charset=utf-8")
      #expect(answer.fields["Cache-Control"] == "no-store")
      #expect(answer.fields["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      #expect(page.contains("Try again in \(wait) seconds."))
      #expect(page.contains("href=\"\(path)?client_id=a%22%3Cb%3E&amp;state=1\""))
      // A form cannot be sent again by a link.
      let form = try await refusal(server, path, accept: html, .post)
      #expect(!String(decoding: form.body, as: UTF8.self).contains("href=\"\(path)"))
      // A program gets what it gets everywhere.
      let program = try await refusal(server, path, accept: "*/*")
      #expect(program.code == "rate_limited" && program.fields["Retry-After"] != nil)
    }
  }
}
