import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings

/// The page that signs a user in for a client, as its script uses it. It keeps the ticket of the last question.
actor OpenPage {
  let browser: TestBrowser
  private var ticket: JSONValue

  init(_ browser: TestBrowser, _ client: TestClient, _ changes: [String: String?] = [:]) async throws {
    self.browser = browser
    ticket = .string(try await client.ticket(changes))
  }

  private init(_ browser: TestBrowser, ticket: JSONValue) {
    self.browser = browser
    self.ticket = ticket
  }

  /// The same page after a restart of the server.
  func moved(to server: TestServer) async -> OpenPage {
    OpenPage(await browser.moved(to: server), ticket: ticket)
  }

  /// Takes a step; `session` is the session that a sign-in on the page has opened.
  func take(_ step: String = "", session: JSONValue? = nil) async throws -> TestAPI.Answer {
    var body: JSONObject = ["ticket": ticket]
    body["session_id"] = session
    let answer = try await browser.send(.post, "/session/authorization\(step)", .object(body))
    if answer["ticket"] != .null { ticket = answer["ticket"] }
    return answer
  }

  /// Signs in on the page, and takes the next step.
  func signIn(_ wallet: EthereumTestWallet = EthereumTestWallet()) async throws -> TestAPI.Answer {
    let proven = try await wallet.signIn(browser)
    return try await take(session: proven["current_session_id"])
  }
}
