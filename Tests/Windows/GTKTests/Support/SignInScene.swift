#if os(Linux)
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  extension DoorwardTestOffer {
    /// The offer of an application that asks for the password before it sends a code.
    static var passwordFirst: DoorwardTestOffer {
      var offer = DoorwardTestOffer()
      offer.signInFirst = "password"
      return offer
    }
  }

  /// A sign-in window against the test server, and the screen reader that operates it.
  @MainActor final class SignInScene {
    static let email = "ada@example.com"
    static let password = "a long old password"

    let server: DoorwardTestServer
    let doorward: Doorward
    let window: DoorwardSignInWindow
    let reader: ScreenReader
    private let result: Task<SignInResult, Never>

    /// Shows the window, above the app's window if there is one, which cannot be used then.
    init(
      _ server: DoorwardTestServer, passkeys: (any PasskeyAuthenticator)? = nil,
      proofs: SignInProofs = SignInProofs(),
      content: SignInContent = SignInContent(), clock: DoorwardClock = .system, over parent: Window? = nil
    ) async throws {
      self.server = server
      var configuration = server.configuration
      configuration.passkeys = passkeys
      doorward = Doorward(configuration)
      let window = try XCTUnwrap(
        DoorwardSignInWindow(doorward, content: content, proofs: proofs, memory: .nowhere, clock: clock))
      self.window = window
      reader = try await ScreenReader.shared()
      result = Task { await window.result() }
      window.present(over: parent?.object)
      WindowTestCase.closings.append { window.close() }
    }

    /// The name of the result: `completed`, `cancelled`, or `failed` and the code.
    func end() async -> String {
      switch await result.value {
      case .completed: "completed"
      case .cancelled: "cancelled"
      case .failed(let error): "failed \(error.code.rawValue)"
      }
    }

    func press(_ name: String) async throws {
      try await reader.press(name)
    }

    func type(_ text: String, into name: String) async throws {
      try await reader.type(text, into: name)
    }

    /// The code that was last sent to the user.
    func code() async throws -> String {
      let code = await server.lastCode(to: Self.email)
      return try XCTUnwrap(code)
    }

    /// Types the code that was sent, which presses the button.
    func typeCode(into name: String = "Code") async throws {
      try await reader.wait(for: name, role: "text")
      try await type(try await code(), into: name)
    }

    /// Goes to the password of the user.
    func continueToPassword(_ field: String = "Email or phone") async throws {
      try await type(Self.email, into: field)
      try await press("Continue")
      try await reader.wait(for: "Password", role: "password text")
    }

    /// Signs in with the password of the user, up to the next view.
    func signInWithPassword() async throws {
      try await continueToPassword()
      try await type(Self.password, into: "Password")
      try await press("Sign in")
    }

    /// Photographs the window.
    @discardableResult func photograph(_ name: String) async throws -> Photograph {
      try await Task.sleep(for: .milliseconds(120))
      let picture = try await Photograph(window.screen.window, name)
      XCTAssertGreaterThan(picture.colors, 16, name)
      return picture
    }

    /// Signs a new user up with a password.
    static func signUp(
      _ server: DoorwardTestServer, passkeys: (any PasskeyAuthenticator)? = nil
    ) async throws -> Doorward {
      var configuration = server.configuration
      configuration.passkeys = passkeys
      let doorward = Doorward(configuration)
      let outcome = try await doorward.password.signUp(email: email, password: password)
      guard case .verificationRequired(let challenge) = outcome else {
        throw ScreenReader.Failure(description: "\(outcome)")
      }
      let code = await server.lastCode(to: email)
      try await doorward.code.verify(challenge, code: try XCTUnwrap(code))
      return doorward
    }
  }
#endif
