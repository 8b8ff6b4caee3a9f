import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// A sign-in view of a test: a driver, its client and the built server.
@MainActor struct BuiltSignIn: DrivenView {
  private let server: RunningServer
  let doorward: Doorward
  let driver: SignInDriver

  /// Starts a server whose passkeys have a domain.
  ///
  /// - Parameters:
  ///   - methods: the sign-in methods.
  ///   - first: what comes first, a code or the password.
  ///   - settings: more members of the application.
  /// - Returns: the server.
  /// - Throws: the error of the start.
  static func server(
    methods: [String] = ["password", "code"], first: String = "password", settings: String? = nil
  ) async throws -> RunningServer {
    // Passkeys have a domain, and 127.0.0.1 is none.
    let port = try FreePort.find()
    let names = methods.map { "\"\($0)\"" }.joined(separator: ", ")
    return try await RunningServer.start(
      configuration: """
        {"public_url": "http://localhost:\(port)", "delivery": {"console": true},
         "applications": [{"id": "default", "methods": [\(names)], "sign_in_first": "\(first)"
           \(settings.map { ", \($0)" } ?? "")}],
         "rate_limits": {"code_pause": 0}}
        """, listening: "127.0.0.1:\(port)")
  }

  /// Makes a view and waits for its first screen.
  init(_ server: RunningServer, passkeys: TestPasskeys? = nil) async throws {
    self.server = server
    var configuration = DoorwardConfiguration(
      serverURL: try #require(URL(string: server.origin)), storage: InMemorySessionStorage(),
      logger: .silent)
    configuration.passkeys = passkeys
    doorward = Doorward(configuration)
    driver = SignInDriver(doorward, memory: .nowhere)
    driver.begin()
    await settle()
  }

  /// The code that was last sent to the user.
  func code() async throws -> String { try #require(await server.code(to: DrivenSignIn.email)) }

  /// Signs a new user up with a password, up to the answer to the code.
  func signUp() async throws {
    await act(.createAccount(typed: DrivenSignIn.email))
    await act(.signUp(SignUpForm(address: DrivenSignIn.email, password: DrivenSignIn.password)))
    #expect(screen.name == "code.signUp")
    await act(.submitCode(try await code()))
  }
}

/// The journeys of users, against the built server.
@MainActor struct BuiltJourneyTests {
  @Test(.timeLimit(.minutes(2))) func passwordSignsUpAndIn() async throws {
    let server = try await BuiltSignIn.server()
    let first = try await BuiltSignIn(server)
    #expect(first.screen == .start(typed: "") && first.driver.flow.choices?.minimumPasswordLength == 12)
    try await first.signUp()
    guard case .completed(let state) = await first.driver.result() else {
      Issue.record("not completed")
      return
    }
    #expect(state.user?.info.email == DrivenSignIn.email)
    let next = try await BuiltSignIn(server)
    await next.act(.continueWith(" \(DrivenSignIn.email) "))
    #expect(next.screen == .password(identifier: DrivenSignIn.email))
    await next.act(.submitPassword("a wrong password"))
    #expect(next.problem == "invalid_credentials" && next.driver.error?.code == .invalidCredentials)
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(2))) func codeSignsIn() async throws {
    let view = try await BuiltSignIn(BuiltSignIn.server(methods: ["code"]))
    await view.act(.continueWith(DrivenSignIn.email))
    guard case .code(let step) = view.screen else {
      Issue.record("\(view.screen.name)")
      return
    }
    #expect(step.purpose == .signIn && step.sentTo == DrivenSignIn.email)
    let code = try await view.code()
    await view.act(.submitCode(code == "123456" ? "654321" : "123456"))
    #expect(view.problem == "invalid_code")
    await view.act(.submitCode(code))
    #expect(view.doorward.isLoggedIn && view.screen == .yourName(offersPasskey: false))
    await view.act(.submitName(" Ada "))
    #expect(view.screen == .finished(.completed))
    #expect(view.doorward.currentUser?.info.name == "Ada")
  }

  @Test(.timeLimit(.minutes(2))) func codeSetsANewPassword() async throws {
    let server = try await BuiltSignIn.server()
    try await BuiltSignIn(server).signUp()
    let view = try await BuiltSignIn(server)
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.resetPassword)
    let code = try await view.code()
    await view.act(.submitReset(code: code, newPassword: "short"))
    #expect(view.problem == "password_too_short" && view.screen.name == "code.reset")
    await view.act(.submitReset(code: code, newPassword: "a long new password"))
    #expect(view.doorward.isLoggedIn && view.screen == .finished(.completed))
  }

  @Test(.timeLimit(.minutes(2))) func requiredAuthenticatorIsAddedAndAsked() async throws {
    let server = try await BuiltSignIn.server(settings: #""second_factor": {"required": true}"#)
    let first = try await BuiltSignIn(server)
    try await first.signUp()
    #expect(first.screen.name == "new_factor" && !first.doorward.isLoggedIn)
    await first.act(.chooseFactor(.authenticator))
    guard case .newFactor(let step) = first.screen, let shown = step.authenticator else {
      Issue.record("\(first.screen.name)")
      return
    }
    let authenticator = try TestAuthenticator(secret: shown.secret)
    await first.act(.submitFactor(code: try authenticator.code(at: Date())))
    guard case .recoveryCodes(let codes) = first.screen else {
      Issue.record("\(first.screen.name)")
      return
    }
    #expect(codes.codes.count == 10 && !"\(first.driver.flow)".contains(codes.codes[0]))
    await first.act(.cancel)
    #expect(first.screen.name == "recovery_codes")
    await first.act(.savedCodes)
    #expect(first.screen == .finished(.completed) && first.doorward.isLoggedIn)
    // The next sign-in asks for a factor.
    let next = try await BuiltSignIn(server)
    await next.act(.continueWith(DrivenSignIn.email))
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.screen.name == "second_factor")
    await next.act(.chooseFactor(.recoveryCode))
    await next.act(.submitFactor(code: codes.codes[0]))
    #expect(next.screen == .recoveryCodeUsed(left: 9) && next.doorward.isLoggedIn)
    await next.act(.goOn)
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(2))) func passkeySignsUpAndIn() async throws {
    let server = try await BuiltSignIn.server(methods: ["passkey"])
    let passkeys = TestPasskeys()
    let first = try await BuiltSignIn(server, passkeys: passkeys)
    await first.act(.choose(.passkey, typed: ""))
    #expect(first.problem == "no_passkey" && first.screen == .start(typed: ""))
    await first.act(.createAccount(typed: ""))
    await passkeys.fail(with: .cancelled)
    await first.act(.signUpWithPasskey(SignUpForm(name: "Ada")))
    #expect(first.problem == nil && first.screen.name == "sign_up")
    await first.act(.signUpWithPasskey(SignUpForm(name: "Ada")))
    #expect(first.doorward.currentUser?.info.name == "Ada")
    let next = try await BuiltSignIn(server, passkeys: passkeys)
    await next.act(.choose(.passkey, typed: ""))
    #expect(next.doorward.currentUser?.id == first.doorward.currentUser?.id)
  }
}
