#if os(Linux)
  import ChildProcesses
  import Doorward
  import DoorwardGTKWidgets
  import DoorwardTesting
  import Foundation
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// Users who type an address and a code, with the keyboard alone.
  final class CodeJourneyTests: WindowTestCase {
    /// With a real server: an address, a code and a name make the account. The next sign-in needs no name. Apart from what the user
    /// types, each view takes one key at most.
    func testNewUserTypesAnAddressACodeAndAName() throws {
      try onLoop {
        let server = try await BuiltCodeScene.server()
        var scene = try await BuiltCodeScene(server)
        try await scene.type(SignInScene.email, into: "Email")
        try await scene.photograph("journey-code-start")
        try await scene.pressEnter()
        // The last digit presses the button.
        try await scene.reader.wait(for: "Check your email", role: "heading")
        try await scene.photograph("journey-code-sent")
        try await scene.typeCode()
        try await scene.reader.wait(for: "What is your name?", role: "heading")
        XCTAssertTrue(scene.doorward.isLoggedIn)
        try await scene.type("Ada", into: "Name")
        try await scene.photograph("journey-code-name")
        try await scene.pressEnter()
        guard case .completed(let state) = await scene.result.value else { return XCTFail("not completed") }
        XCTAssertEqual(state.user?.info.email, SignInScene.email)
        XCTAssertEqual(scene.doorward.currentUser?.info.name, "Ada")
        XCTAssertEqual(scene.keys, SignInScene.email.count + 1 + 6 + 3 + 1)
        scene = try await BuiltCodeScene(server)
        try await scene.type(SignInScene.email, into: "Email")
        try await scene.pressEnter()
        try await scene.reader.wait(for: "Check your email", role: "heading")
        try await scene.typeCode()
        guard case .completed = await scene.result.value else { return XCTFail("not completed") }
        XCTAssertEqual(scene.keys, SignInScene.email.count + 1 + 6)
      }
    }

    /// A name that cannot be saved does not keep the user in the window.
    func testNewUserSkipsANameThatIsRefused() throws {
      try onLoop {
        let server = DoorwardTestServer(DoorwardTestOffer(methods: ["code", "passkey"]))
        let scene = try await SignInScene(server, passkeys: TestPasskeys())
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.press("Continue")
        try await scene.typeCode()
        try await scene.reader.wait(for: "What is your name?", role: "heading")
        await server.next(.offline, for: "/v1/user")
        try await scene.type("Ada", into: "Name")
        try await scene.press("Continue")
        try await scene.reader.wait(
          for: "You are offline. Connect to the network and try again.", role: "alert")
        try await scene.photograph("journey-name-offline")
        try await scene.press("Skip")
        try await scene.reader.wait(for: "Sign in faster next time", role: "heading")
        try await scene.photograph("journey-passkey-after-code")
        try await scene.press("Not now")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertTrue(scene.doorward.isLoggedIn)
      }
    }

    func testUserOfACodeChangesTheAddressOrUsesThePassword() throws {
      try onLoop {
        var offer = DoorwardTestOffer()
        offer.codePause = 0
        let server = DoorwardTestServer(offer)
        _ = try await SignInScene.signUp(server)
        let scene = try await SignInScene(server)
        try await scene.type("ada@example.org", into: "Email or phone")
        try await scene.press("Continue")
        try await scene.reader.wait(for: "Enter the code that was sent to ada@example.org.")
        try await scene.press("Use another address")
        let field = try await scene.reader.wait(for: "Email or phone", role: "text")
        XCTAssertEqual(field.text, "ada@example.org")
        XCTAssertTrue(field.states.contains("focused"), "\(field)")
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.press("Continue")
        try await scene.press("Use a password instead")
        let password = try await scene.reader.wait(for: "Password", role: "password text")
        XCTAssertTrue(password.states.contains("focused"), "\(password)")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.reader.press(.enter)
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }
  }

  /// A sign-in window against the built server, which sends codes first.
  @MainActor private final class BuiltCodeScene {
    let server: RunningServer
    let doorward: Doorward
    let window: DoorwardSignInWindow
    let reader: ScreenReader
    let result: Task<SignInResult, Never>
    /// The keys that the user has pressed.
    private(set) var keys = 0

    static func server() async throws -> RunningServer {
      try await RunningServer.start(
        configuration: """
          {"delivery": {"console": true}, "rate_limits": {"code_pause": 0},
           "applications": [{"id": "default", "methods": ["password", "code"]}]}
          """)
    }

    init(_ server: RunningServer) async throws {
      self.server = server
      doorward = Doorward(
        DoorwardConfiguration(
          serverURL: try XCTUnwrap(URL(string: server.origin)), storage: InMemorySessionStorage(),
          logger: .silent, renewsAhead: false))
      let window = try XCTUnwrap(DoorwardSignInWindow(doorward, memory: .nowhere))
      self.window = window
      window.present()
      WindowTestCase.closings.append { window.close() }
      result = Task { await window.result() }
      reader = try await ScreenReader.shared()
    }

    /// Types into the field whose label begins with a text. The field has the keyboard.
    func type(_ text: String, into label: String) async throws {
      let field = try await reader.wait(starting: label, role: "text")
      XCTAssertTrue(field.states.contains("focused"), "\(field)")
      try await reader.type(text, into: field.name)
      keys += text.count
    }

    /// Types the code of the last message.
    func typeCode() async throws {
      let code = await server.code(to: SignInScene.email)
      try await type(try XCTUnwrap(code), into: "Code")
    }

    func pressEnter() async throws {
      try await reader.press(.enter)
      keys += 1
    }

    func photograph(_ name: String) async throws {
      try await Task.sleep(for: .milliseconds(120))
      let picture = try await Photograph(window.screen.window, name)
      XCTAssertGreaterThan(picture.colors, 16, name)
    }
  }
#endif
