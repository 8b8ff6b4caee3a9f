import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardSessions
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
      let time = wait == "1" ? "1 second" : "\(wait) seconds"
      #expect(page.contains("Too many requests came from your network. Try again in \(time)."))
      #expect(page.contains("href=\"\(path)?client_id=a%22%3Cb%3E&amp;state=1\""))
      // A link cannot send a form again.
      let form = try await refusal(server, path, accept: html, .post)
      #expect(!String(decoding: form.body, as: UTF8.self).contains("href=\"\(path)"))
      // A program gets the usual problem document.
      let program = try await refusal(server, path, accept: "*/*")
      #expect(program.code == "rate_limited" && program.fields["Retry-After"] != nil)
    }
  }

  @Test("A browser with too many cookies gets a page on every path, and a program the problem document")
  func tooManyCookies() async throws {
    try await TestServer.run(Self.settings) { server in
      for path in ["/", "/authorize?client_id=a", "/v1/user", "/unknown"] {
        let cookie = "a=" + String(repeating: "b", count: 64 * 1024)
        let html: HTTPFields = ["Accept": "text/html", "Accept-Language": "de", "Cookie": cookie]
        let answer = try await server.listening.send(.get, path, fields: html)
        let page = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 431 && answer.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.fields["Cache-Control"] == "no-store" && answer.fields["Content-Language"] == "de")
        #expect(page.contains("Löschen Sie die Cookies dieser Website") && page.contains("href=\"\(path)\""))
        let program = try await server.listening.send(
          .get, path, fields: ["Accept": "*/*", "Cookie": cookie])
        #expect(program.status == 431 && program.code == "headers_too_large")
      }
    }
  }

  @Test("A page never shows the detail of a problem", arguments: [429, 503])
  func noDetail(_ status: Int) throws {
    let origin = try #require(WebOrigin("https://accounts.example.com"))
    let failures = PageFailures(page: RefusalPage(AccountPage(origin: origin, walletOrigin: nil)))
    let problem = Problem(status: status, code: "a_code", detail: "The store does not respond.")
    for method in [HTTPMethod.get, .post] {
      let request = HTTPRequest(
        method: method, path: "/authorize", query: "a=b", fields: ["Accept": "text/html"])
      let answer = failures.response(
        to: problem, of: request, RequestContext(traceID: "t", clientAddress: .loopback))
      let page = String(decoding: try #require(answer).body, as: UTF8.self)
      #expect(page.contains("This page cannot open now"))
      #expect(!page.contains("store") && !page.contains("a_code"))
    }
  }
}
