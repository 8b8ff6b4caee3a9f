import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation

/// A user with an authenticator who signs in to the administration, in one browser with two origins.
actor TestAdministrator {
  let server: TestServer
  nonisolated let id: String
  private let wallet: EthereumTestWallet
  private let authenticator: TestAuthenticator
  private let page: TestBrowser
  private let api: TestAPI
  private(set) var cookies: [String: String] = [:]

  /// Makes the user. The administration is open only after ``signIn(fresh:)``.
  init(_ server: TestServer, role: AdministratorRole? = nil) async throws {
    self.server = server
    api = TestAPI(origin: "http://\(server.server.administrationAddress)")
    wallet = EthereumTestWallet()
    page = TestBrowser(server)
    let session = try await wallet.signIn(server)
    guard let id = session["user"]["id"]?.string, let token = session["account_token"].string else {
      throw UnexpectedAnswer()
    }
    self.id = id
    authenticator = try await TestAuthenticator.add(server, bearer: token)
    guard let role else { return }
    _ = try await server.administer { try await $0.giveRole(role, to: id, isNew: true) }
  }

  /// Signs in on the page of accounts, with the second factor.
  func signInOnPage() async throws {
    let waiting = try await wallet.signIn(page)
    let proven = try await page.send(
      .post, "/session/second-factor/verify",
      [
        "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
        "code": .string(try authenticator.nextCode()),
      ])
    guard proven.status == 200 else { throw UnexpectedAnswer() }
  }

  func signOutOnPage() async throws {
    _ = try await page.send(.post, "/session/sign-out", ["scope": "this"])
  }

  /// Signs in to the administration. The answer is that of its callback.
  @discardableResult
  func signIn(secret: String? = nil) async throws -> TestAPI.Answer {
    try await signInOnPage()
    return try await callback(begin(secret: secret))
  }

  /// Begins a sign-in at the administration: the address of the authorization request.
  func begin(secret: String? = nil) async throws -> String {
    let answer =
      if let secret {
        take(try await api.form("/sign-in", "secret=\(secret)", fields: own(["Origin": origin])))
      } else {
        try await get("/sign-in")
      }
    guard answer.status == 303, let address = answer.fields["Location"] else { throw UnexpectedAnswer() }
    return address
  }

  /// Follows an authorization request on the page of accounts up to the callback of the administration.
  func callback(_ address: String) async throws -> TestAPI.Answer {
    try await get(redirect(address))
  }

  /// The path of the callback with the code.
  func redirect(_ address: String) async throws -> String {
    let opened = try await server.listening.send(
      .get, String(address.dropFirst(server.origin.count)),
      fields: ["Host": server.server.accountURL.authority])
    guard let ticket = opened.pageTicket else { throw UnexpectedAnswer() }
    var step = try await page.send(.post, "/session/authorization", ["ticket": .string(ticket)])
    if step["next"] == "confirm" {
      step = try await page.send(.post, "/session/authorization/allow", ["ticket": step["ticket"]])
    }
    guard let back = step["redirect_to"].string, back.hasPrefix("\(origin)/callback?") else {
      throw UnexpectedAnswer()
    }
    return String(back.dropFirst(origin.count))
  }

  nonisolated var origin: String { server.server.administrationURL.map { "\($0)" } ?? "" }

  /// Opens an address of the administration, as a link of another page does.
  func get(_ path: String) async throws -> TestAPI.Answer {
    take(try await api.send(.get, path, fields: own(["Sec-Fetch-Site": "cross-site"])))
  }

  /// Sends a request like a script of the administration. `fields` replace the browser's own; an empty value removes one.
  func send(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var all: HTTPFields = ["Sec-Fetch-Site": "same-origin"]
    if method != .get {
      all["Origin"] = origin
      all["Content-Type"] = "application/json"
    }
    for field in fields { all[field.name] = field.value.isEmpty ? nil : field.value }
    return take(try await api.send(method, path, body, fields: own(all)))
  }

  private func own(_ fields: HTTPFields) -> HTTPFields {
    var all: HTTPFields = ["Host": server.server.administrationURL?.authority ?? ""]
    if !cookies.isEmpty {
      all["Cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    for field in fields { all[field.name] = field.value }
    return all
  }

  private func take(_ answer: TestAPI.Answer) -> TestAPI.Answer {
    for line in answer.fields.values(for: "Set-Cookie") {
      let pair = line.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
    }
    return answer
  }

  /// Sets a cookie, as an attacker with access to the cookie store would.
  func plant(_ name: String, _ value: String?) { cookies[name] = value }
}
