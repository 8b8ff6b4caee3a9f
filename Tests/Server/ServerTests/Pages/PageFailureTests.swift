import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardServer
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
      let line = try #require(server.log.lines.first { $0["status"] == 429 })
      #expect(line["code"] == "rate_limited")
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

  @Test("The page of a refused request has no link to another host", arguments: [true, false])
  func linkStaysOnTheHost(isAccount: Bool) async throws {
    try await TestServer.run(Self.settings) { server in
      let address = isAccount ? server.server.accountAddress : server.server.walletAddress
      let answer = try await RawExchange.send(
        "GET //evil.example/login HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\(Excess.cookie)\r\n",
        to: address)
      #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.contains("<!doctype html>"))
      #expect(!answer.contains("evil.example"))
    }
  }

  /// A request that is too large, whose fields for a page stand before or after the large part.
  private struct Excess: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let status: Int
    let code: String

    /// - Parameters:
    ///   - name: the name of the case.
    ///   - line: the request line.
    ///   - before: the fields before those of a browser that opens a page.
    ///   - after: the fields after them.
    ///   - code: the code of the refusal.
    init(
      _ name: String, _ line: String = "GET / HTTP/1.1", before: String = "", after: String = "",
      _ code: String
    ) {
      testDescription = name
      let page = "Accept: text/html,*/*;q=0.8\r\nAccept-Language: de\r\n"
      request = "\(line)\r\nHost: x\r\n\(before)\(page)\(after)\r\n"
      self.code = code
      status = code == "target_too_long" ? 414 : 431
    }

    static let cookie = "Cookie: a=" + String(repeating: "b", count: 20_000) + "\r\n"
    static let fields = String(repeating: "X: y\r\n", count: 150)
    static let all = [
      Excess("cookie after", after: cookie, "headers_too_large"),
      Excess("cookie before", before: cookie, "headers_too_large"),
      Excess("two cookies before", before: cookie + cookie, "headers_too_large"),
      Excess("fields after", after: fields, "headers_too_large"),
      Excess("fields before", before: fields, "headers_too_large"),
      Excess(
        "address", "GET /?a=\(String(repeating: "b", count: 20_000)) HTTP/1.1", "target_too_long"),
    ]
  }

  @Test(
    "Both listeners answer a browser's request that is too large with a page, which is logged with its code",
    arguments: Excess.all, [true, false])
  private func excess(_ excess: Excess, isAccount: Bool) async throws {
    try await TestServer.run(Self.settings) { server in
      let address = isAccount ? server.server.accountAddress : server.server.walletAddress
      let answer = try await RawExchange.send(excess.request, to: address)
      #expect(answer.hasPrefix("HTTP/1.1 \(excess.status) "))
      let head = answer.lowercased()
      for field in [
        "content-type: text/html; charset=utf-8", "content-language: de", "cache-control: no-store",
      ] {
        #expect(head.contains("\r\n\(field)\r\n"), "\(field)")
      }
      #expect(answer.contains("Diese Seite"))
      let line = try #require(server.log.lines.first { $0["status"] == .integer(excess.status) })
      #expect(line["code"] == .string(excess.code) && line["level"] == "notice")
      // A program gets the problem document.
      let program = excess.request.replacing("text/html", with: "application/json")
      let problem = try await RawExchange.send(program, to: address)
      #expect(
        problem.hasPrefix("HTTP/1.1 \(excess.status) ") && problem.contains("\"code\":\"\(excess.code)\""))
    }
  }

  @Test("A head that does not end is refused soon")
  func endlessHead() async throws {
    try await TestServer.run(Self.settings) { server in
      let start = ContinuousClock.now
      let answer = try await RawExchange.send(
        "GET / HTTP/1.1\r\nHost: x\r\n\(Excess.cookie)Accept: text/html\r\nA",
        to: server.server.accountAddress)
      #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.contains("<!doctype html>"))
      #expect(ContinuousClock.now - start < .seconds(8))
    }
  }

  @Test(
    "A page that refuses a request is logged with the code of the refusal",
    arguments: [
      ("/unknown", 404, "not_found"), ("/authorize?client_id=unknown", 400, "invalid_client"),
      ("/end-session?client_id=unknown", 400, "invalid_client"),
    ])
  func refusalIsLogged(_ path: String, _ status: Int, _ code: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let answer = try await server.listening.send(.get, path, fields: ["Accept": "text/html"])
      #expect(answer.status == status)
      let line = try #require(server.log.lines.first { $0["status"] == .integer(status) })
      #expect(line["code"] == .string(code))
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
      let answer = failures.response(to: problem, of: request)
      let page = String(decoding: try #require(answer).body, as: UTF8.self)
      #expect(page.contains("This page cannot open now"))
      #expect(!page.contains("store") && !page.contains("a_code"))
    }
  }
}
