import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A user who follows a link gets a page that explains a temporary failure.
@Suite struct PageFailureTests {
  private static let settings: JSONObject = [
    "public_url": "https://accounts.example.com", "wallet_url": "https://wallets.example.com",
    "development": false,
  ]

  /// Sends requests until the server refuses one.
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
    "After too many requests, a page shows the waiting time and the link to try again",
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
      // A link cannot send a form again.
      let form = try await refusal(server, path, accept: html, .post)
      #expect(!String(decoding: form.body, as: UTF8.self).contains("href=\"\(path)"))
      // A program gets the usual problem document.
      let program = try await refusal(server, path, accept: "*/*")
      #expect(program.code == "rate_limited" && program.fields["Retry-After"] != nil)
    }
  }
}
