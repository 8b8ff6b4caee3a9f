#if os(Linux)
  import ChildProcesses
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import Foundation
  import FoundationNetworking
  import XCTest

  @testable import DoorwardGTK

  /// A sign-in in the browser, with a real server. The browser is a stand-in that makes the requests of the server's page.
  final class BrowserJourneyTests: WindowTestCase {
    func testSignInInTheBrowserComesBackToTheWindow() throws {
      try onLoop {
        let scene = try await BrowserScene()
        try await scene.reader.press("Sign in with the browser")
        try await scene.reader.wait(for: "Continue in the browser", role: "heading")
        try await scene.photograph("journey-browser")
        // The user refuses on the page.
        let refused = try await scene.nextPage()
        try await scene.browser.visit(scene.browser.answer(refused, isAllowed: false))
        try await scene.reader.wait(for: "Continue", role: "push button")
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.reader.press("Sign in with the browser")
        let page = try await scene.nextPage()
        try await scene.browser.visit(scene.browser.answer(page, isAllowed: true))
        guard case .completed = await scene.result.value else { return XCTFail("not completed") }
        XCTAssertEqual(scene.doorward.currentUser?.info.email, SignInScene.email)
      }
    }

    /// The page stays open. Its answer comes too late.
    func testUserLeavesTheBrowserInTheWindow() throws {
      try onLoop {
        let scene = try await BrowserScene()
        try await scene.reader.press("Sign in with the browser")
        let page = try await scene.nextPage()
        let back = try await scene.browser.answer(page, isAllowed: true)
        try await scene.reader.press("Cancel")
        try await scene.reader.wait(for: "Continue", role: "push button")
        try? await scene.browser.visit(back)
        XCTAssertFalse(scene.doorward.isLoggedIn)
        try await scene.reader.press("Close")
        guard case .cancelled = await scene.result.value else { return XCTFail("not cancelled") }
      }
    }
  }

  /// A sign-in window against a real server that has a user, and the browser of the user.
  @MainActor private struct BrowserScene {
    let server: RunningServer
    let doorward: Doorward
    let browser: BrowserStandIn
    let window: DoorwardSignInWindow
    let reader: ScreenReader
    let result: Task<SignInResult, Never>
    private let pages: AsyncStream<URL>

    init() async throws {
      server = try await RunningServer.start()
      let client = try Self.client(server)
      let outcome = try await client.password.signUp(
        email: SignInScene.email, password: SignInScene.password)
      guard case .verificationRequired(let challenge) = outcome else {
        throw ScreenReader.Failure(description: "\(outcome)")
      }
      let code = await server.code(to: SignInScene.email)
      try await client.code.verify(challenge, code: try XCTUnwrap(code))
      browser = BrowserStandIn(server.origin)
      doorward = try Self.client(server)
      let (pages, opened) = AsyncStream<URL>.makeStream()
      self.pages = pages
      let proofs = SignInProofs(browser: { try await $0.browser.login { opened.yield($0) } })
      let window = try XCTUnwrap(DoorwardSignInWindow(doorward, proofs: proofs, memory: .nowhere))
      self.window = window
      window.present()
      WindowTestCase.closings.append { window.close() }
      result = Task { await window.result() }
      reader = try await ScreenReader.shared()
    }

    private static func client(_ server: RunningServer) throws -> Doorward {
      Doorward(
        DoorwardConfiguration(
          serverURL: try XCTUnwrap(URL(string: server.origin)), storage: InMemorySessionStorage(),
          logger: .silent, renewsAhead: false))
    }

    /// The page that the app opens next.
    func nextPage() async throws -> URL {
      for await page in pages { return page }
      throw ScreenReader.Failure(description: "no page was opened")
    }

    func photograph(_ name: String) async throws {
      let picture = try await Photograph(window.screen.window, name)
      XCTAssertGreaterThan(picture.colors, 16, name)
    }
  }

  /// A browser whose user signs in with the password. It makes the requests of the page's script.
  @MainActor private final class BrowserStandIn {
    private let origin: String
    private var cookies: [String: String] = [:]
    // Follows no redirect: the return to the app is a separate step.
    private let transport = DoorwardTransport.standard

    init(_ origin: String) { self.origin = origin }

    /// Signs in on the page, if the browser is signed out, and answers the request of the app.
    ///
    /// - Returns: The address that returns to the app.
    func answer(_ page: URL, isAllowed: Bool) async throws -> URL {
      let html = String(decoding: try await get(page), as: UTF8.self)
      let found = try XCTUnwrap(html.firstMatch(of: /name="doorward-ticket" content="([^"]+)"/))
      var step: [String: Any] = ["ticket": String(found.1)]
      guard isAllowed else { return try address(try await post("/session/authorization/deny", step)) }
      step = try await post("/session/authorization", step)
      if step["next"] as? String == "sign_in" {
        let signedIn = try await post(
          "/session/password/sign-in",
          ["identifier": SignInScene.email, "password": SignInScene.password])
        let ticket = try XCTUnwrap(step["ticket"])
        step = try await post(
          "/session/authorization",
          ["ticket": ticket, "session_id": try XCTUnwrap(signedIn["current_session_id"])])
      }
      if step["next"] as? String == "confirm" {
        step = try await post(
          "/session/authorization/allow", ["ticket": try XCTUnwrap(step["ticket"])])
      }
      return try address(step)
    }

    /// Loads a page.
    func visit(_ page: URL) async throws { _ = try await get(page) }

    private func address(_ step: [String: Any]) throws -> URL {
      try XCTUnwrap((step["redirect_to"] as? String).flatMap { URL(string: $0) }, "\(step)")
    }

    private func get(_ page: URL) async throws -> [UInt8] {
      try await transport.send(DoorwardRequest(method: "GET", url: page.absoluteString)).body
    }

    private func post(_ path: String, _ body: [String: Any]) async throws -> [String: Any] {
      var headers = [
        "Content-Type": "application/json", "Origin": origin, "Sec-Fetch-Site": "same-origin",
      ]
      if !cookies.isEmpty { headers["Cookie"] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
      let data = try JSONSerialization.data(withJSONObject: body)
      let response = try await transport.send(
        DoorwardRequest(method: "POST", url: origin + path, headers: headers, body: Array(data)))
      let fields = ["Set-Cookie": response.headers["set-cookie"] ?? ""]
      let site = try XCTUnwrap(URL(string: origin))
      for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: site) {
        cookies[cookie.name] = cookie.value
      }
      return try XCTUnwrap(
        JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
  }
#endif
