#if os(Linux)
  import DesktopLoops
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// Cancellation, outages and wallets, in the window.
  final class ClosingJourneyTests: WindowTestCase {
    func testClosedWindowIsCancelled() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst))
        try await scene.press("Close")
        let end = await scene.end()
        XCTAssertEqual(end, "cancelled")
        XCTAssertFalse(scene.window.screen.window.isVisible)
      }
    }

    func testWindowManagerCancels() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst))
        try await scene.reader.wait(for: "Continue", role: "push button")
        scene.window.screen.window.requestClose()
        let end = await scene.end()
        XCTAssertEqual(end, "cancelled")
      }
    }

    func testCancelledTaskClosesWindow() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst))
        let window = scene.window
        let task = Task { await window.result() }
        task.cancel()
        guard case .cancelled = await task.value else { return XCTFail("not cancelled") }
        try await eventually("the window is closed") { !window.screen.window.isVisible }
      }
    }

    /// The wallet has signed the user in when the user closes the window.
    func testSignInThatCompletesWhileClosingIsCompleted() throws {
      try onLoop {
        let (events, told) = AsyncStream<Void>.makeStream()
        let proofs = SignInProofs(ethereum: { doorward in
          let state = try await doorward.siwe.login(with: TestEthereumWallet())
          told.yield()
          try? await Task.sleep(for: .seconds(600))
          return state
        })
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst), proofs: proofs)
        try await scene.press("Sign in with an Ethereum wallet")
        for await _ in events { break }
        try await scene.photograph("journey-wallet")
        try await scene.press("Close")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testUnreachableServerIsAskedAgain() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        _ = try await SignInScene.signUp(server)
        await server.setOffline(true)
        let scene = try await SignInScene(server)
        try await scene.reader.wait(for: "The sign-in could not be loaded", role: "heading")
        try await scene.photograph("journey-unavailable")
        await server.setOffline(false)
        try await scene.press("Try again")
        try await scene.continueToPassword()
        await server.next(.offline, for: "/v1/password/sign-in")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        try await scene.reader.wait(
          for: "You are offline. Connect to the network and try again.", role: "alert")
        try await scene.photograph("journey-offline")
        try await scene.press("Try again")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    /// The remaining time is shown, and the step is possible again when it has passed.
    func testLimitCountsDown() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        _ = try await SignInScene.signUp(server)
        let scene = try await SignInScene(server, clock: server.time.clock)
        try await scene.continueToPassword()
        await server.next(
          .problem(status: 429, code: "too_many_guesses", detail: "Wait.", retryAfter: 30),
          for: "/v1/password/sign-in")
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        let problem = "Too many wrong passwords or codes for this account. Wait, or sign in another way."
        try await scene.reader.wait(for: problem, role: "alert")
        try await scene.reader.wait(for: "\(problem) Try again in 30 seconds.")
        try await scene.photograph("journey-limit")
        server.advance(by: .seconds(10))
        try await scene.reader.wait(for: "\(problem) Try again in 20 seconds.")
        server.advance(by: .seconds(20))
        try await eventually("the limit has passed") { scene.window.screen.content?.problem == nil }
        try await scene.type(SignInScene.password, into: "Password")
        try await scene.press("Sign in")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testReleasedWindowIsFreed() throws {
      try onLoop {
        let reader = try await ScreenReader.shared()
        var window = DoorwardSignInWindow(Doorward(DoorwardTestServer().configuration), memory: .nowhere)
        window?.present()
        try await reader.wait(for: "Continue", role: "push button")
        weak let released = window
        window = nil
        try await eventually("the window is freed") { released == nil }
        let tree = try await reader.tree()
        XCTAssertFalse(tree.contains { $0.name == "Continue" })
      }
    }

    func testFailedOfferIsReportedWhenTheWindowCloses() throws {
      try onLoop {
        let server = DoorwardTestServer(.passwordFirst)
        await server.setOffline(true)
        let scene = try await SignInScene(server)
        try await scene.reader.wait(for: "The sign-in could not be loaded", role: "heading")
        try await scene.press("Close")
        let end = await scene.end()
        XCTAssertTrue(end.hasPrefix("failed"), end)
      }
    }

    func testBackKeepsTheIdentifier() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(.passwordFirst))
        try await scene.continueToPassword()
        try await scene.reader.press(.left, alt: true)
        let field = try await scene.reader.wait(for: "Email or phone", role: "text")
        XCTAssertEqual(field.text, SignInScene.email)
        try await scene.press("Close")
        _ = await scene.end()
      }
    }
  }
#endif
