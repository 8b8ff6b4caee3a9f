import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation

/// A browser with the hosted page. It keeps cookies and sends the header fields of browsers.
actor TestBrowser {
  /// The header fields of a request by the page's script, except cookies.
  let origin: String
  private let api: TestAPI
  private(set) var cookies: [String: String]
  /// All answers so far, with header fields and body, as one text.
  private(set) var seen = ""

  init(_ server: TestServer, cookies: [String: String] = [:]) {
    origin = server.origin
    api = server.listening
    self.cookies = cookies
  }

  /// A browser with a new user signed in on the page.
  static func signedIn(_ server: TestServer) async throws -> TestBrowser {
    let browser = TestBrowser(server)
    try await EthereumTestWallet().signIn(browser)
    return browser
  }

  /// The same browser, with its cookies, at another server of the same name.
  func moved(to server: TestServer) -> TestBrowser { TestBrowser(server, cookies: cookies) }

  /// Sets a cookie, as an attacker with access to the cookie store would.
  func plant(_ name: String, _ value: String?) { cookies[name] = value }

  /// Sends a request like the page's script. `fields` replace the browser's own; an empty value removes one.
  func send(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    take(try await api.send(method, path, body, fields: own(method, fields)))
  }

  /// Sends a photo like the page's script.
  func upload(
    _ image: [UInt8], type: String = "image/png", fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    let answer = try await api.raw(.put, "/session/user/photo", image, type: type, fields: own(.put, fields))
    return take(answer)
  }

  private func own(_ method: HTTPMethod, _ fields: HTTPFields) -> HTTPFields {
    var all: HTTPFields = ["Sec-Fetch-Site": "same-origin"]
    if method != .get {
      all["Origin"] = origin
      all["Content-Type"] = "application/json"
    }
    if !cookies.isEmpty {
      all["Cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    for field in fields { all[field.name] = field.value.isEmpty ? nil : field.value }
    return all
  }

  private func take(_ answer: TestAPI.Answer) -> TestAPI.Answer {
    for line in answer.fields.values(for: "Set-Cookie") { keep(line) }
    for field in answer.fields where field.name.lowercased() != "set-cookie" {
      seen += "\(field.name): \(field.value)\n"
    }
    seen += String(decoding: answer.body, as: UTF8.self) + "\n"
    return answer
  }

  private func keep(_ line: String) {
    let parts = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isOver = parts.contains { $0.lowercased() == "max-age=0" }
    cookies[pair[0]] = isOver ? nil : pair[1]
  }

  /// The session cookie, under either of its names.
  var session: String? { cookies["__Host-doorward_session"] ?? cookies["doorward_session"] }

  var isSignedIn: Bool {
    get async throws { try await send(.get, "/session/state")["signed_in"] == true }
  }
}

extension EthereumTestWallet {
  /// Requests a message like the page; `changing` replaces members of the request.
  func challenge(
    _ browser: TestBrowser, purpose: String = "sign_in", changing: JSONObject = JSONObject()
  ) async throws -> TestAPI.Answer {
    let authority = browser.origin.replacing("https://", with: "").replacing("http://", with: "")
    var body: JSONObject = [
      "address": .string(address), "chain_id": 1, "domain": .string(authority),
      "uri": .string(browser.origin), "purpose": .string(purpose),
    ]
    for member in changing { body[member.key] = member.value }
    return try await browser.send(.post, "/session/ethereum/message", .object(body))
  }

  /// A signed message that the page requested.
  func proof(
    _ browser: TestBrowser, purpose: String = "sign_in", changing: JSONObject = JSONObject()
  ) async throws -> JSONValue {
    let challenge = try await challenge(browser, purpose: purpose, changing: changing)
    guard let text = challenge["message"].string else { throw UnexpectedAnswer() }
    return ["message": .string(text), "signature": .string(try sign(text))]
  }

  @discardableResult
  func signIn(_ browser: TestBrowser) async throws -> TestAPI.Answer {
    try await browser.send(.post, "/session/ethereum/sign-in", proof(browser))
  }
}

extension NEARTestWallet {
  /// A signed challenge that the page requested.
  func proof(
    _ browser: TestBrowser, purpose: String = "sign_in", changing: JSONObject = JSONObject()
  ) async throws -> JSONValue {
    var request: JSONObject = ["purpose": .string(purpose)]
    for member in changing { request[member.key] = member.value }
    let challenge = try await browser.send(.post, "/session/near/challenge", .object(request))
    var body = try answer(challenge, TestBinding())
    body["binding_secret"] = nil
    return .object(body)
  }

  @discardableResult
  func signIn(_ browser: TestBrowser) async throws -> TestAPI.Answer {
    try await browser.send(.post, "/session/near/sign-in", proof(browser))
  }
}

extension JSONObject {
  /// A server behind a proxy with TLS, reached through its loopback listener.
  static let behindTLS: JSONObject = [
    "public_url": "https://accounts.example.com", "wallet_url": "https://wallets.example.com",
    "development": false, "rate_limits": NEARScene.unlimited,
  ]
}
