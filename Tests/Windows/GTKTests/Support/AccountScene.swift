#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardFlow
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// An account window of a user with a password, and the screen reader that operates it.
  @MainActor final class AccountScene {
    let server: DoorwardTestServer
    private let links: AccountLinks
    let doorward: Doorward
    let reader: ScreenReader
    private(set) var window: DoorwardAccountWindow
    private var result: Task<AccountEnd, Never>

    /// Signs a user up and shows the window.
    init(
      _ server: DoorwardTestServer = DoorwardTestServer(), passkeys: (any PasskeyAuthenticator)? = nil,
      links: AccountLinks = AccountLinks()
    ) async throws {
      self.server = server
      self.links = links
      doorward = try await SignInScene.signUp(server, passkeys: passkeys)
      reader = try await ScreenReader.shared()
      (window, result) = try Self.open(doorward, links)
      try await reader.wait(for: "Profile", role: "heading")
    }

    /// Shows a new window, which reads the lists again.
    func reopen() async throws {
      await close()
      (window, result) = try Self.open(doorward, links)
      try await reader.wait(for: "Profile", role: "heading")
    }

    private static func open(
      _ doorward: Doorward, _ links: AccountLinks
    ) throws -> (DoorwardAccountWindow, Task<AccountEnd, Never>) {
      let window = try XCTUnwrap(DoorwardAccountWindow(doorward, links: links))
      window.present()
      WindowTestCase.closings.append { window.close() }
      return (window, Task { await window.result() })
    }

    func end() async -> AccountEnd { await result.value }

    func close() async {
      window.close()
      _ = await result.value
    }

    func press(_ name: String) async throws {
      try await reader.press(name)
    }

    /// Presses the last button of the name, which is that of the dialog.
    func pressInDialog(_ name: String) async throws {
      try await waitForDialog(true)
      try await reader.press(name, last: true)
    }

    func type(_ text: String, into name: String) async throws {
      try await reader.type(text, into: name)
    }

    /// Types the code that was last sent to an address.
    func typeLastCode(to address: String) async throws {
      let code = await server.lastCode(to: address)
      try await type(try XCTUnwrap(code), into: "Code")
    }

    /// Leaves the dialog with new recovery codes.
    ///
    /// - Returns: The codes that it shows.
    func saveRecoveryCodes() async throws -> [String] {
      try await reader.wait(for: "Save your recovery codes", role: "heading")
      let codes = try await reader.tree().compactMap(\.text).filter { $0.count == 11 && $0.contains("-") }
      try await press("I have saved the codes")
      try await waitForDialog(false)
      return codes
    }

    func waitForDialog(_ isOpen: Bool) async throws {
      try await eventually("the dialog is open: \(isOpen)") { (window.dialog != nil) == isOpen }
    }

    /// Waits for the sentence about a change.
    func waitForNotice() async throws {
      try await eventually("the change is made") { window.screen.content?.notice != nil }
      let notice = try XCTUnwrap(window.screen.content?.notice)
      try await reader.wait(for: notice, role: "alert")
    }

    func photograph(_ name: String, dialog: Bool = false) async throws {
      try await Task.sleep(for: .milliseconds(120))
      let shown = dialog ? try XCTUnwrap(window.dialog) : window.screen
      let picture = try await Photograph(shown.window, name)
      XCTAssertGreaterThan(picture.colors, 16, name)
    }
  }
#endif
