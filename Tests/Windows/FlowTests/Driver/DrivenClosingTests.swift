import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// A window of an app.
@MainActor private final class Window {
  weak var driver: SignInDriver?
}

/// The end of a sign-in, and of the driver, against the server double.
@MainActor struct DrivenClosingTests {
  @Test(.timeLimit(.minutes(10))) func releasedDriverEndsItsUpdates() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    await server.next(.held, for: "/v1/config")
    var driver: SignInDriver? = SignInDriver(Doorward(server.configuration))
    driver?.begin()
    let updates = driver?.updates
    weak let released = driver
    driver = nil
    for await _ in try #require(updates) {}
    #expect(released == nil)
  }

  @Test(.timeLimit(.minutes(10))) func cancelledTaskClosesTheView() async {
    let view = await DrivenSignIn(DoorwardTestServer(.passwordFirst))
    let task = Task { await view.driver.result() }
    task.cancel()
    guard case .cancelled = await task.value else {
      Issue.record("not cancelled")
      return
    }
    #expect(view.screen == .finished(.cancelled))
    // The updates have ended.
    var screens: [SignInScreen] = []
    for await flow in view.driver.updates { screens.append(flow.screen) }
    #expect(screens == [.finished(.cancelled)])
  }

  /// The closure ends after it has signed the user in.
  @Test(.timeLimit(.minutes(10))) func lateSignInIsCompleted() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe"]))
    let (events, told) = AsyncStream<Void>.makeStream()
    let proofs = SignInProofs(ethereum: { doorward in
      let state = try await doorward.siwe.login(with: TestEthereumWallet())
      told.yield()
      try? await Task.sleep(for: .seconds(600))
      return state
    })
    let view = await DrivenSignIn(server, proofs: proofs)
    view.driver.perform(.choose(.ethereum, typed: ""))
    for await _ in events { break }
    view.driver.perform(.cancel)
    guard case .completed(let state) = await view.driver.result() else {
      Issue.record("not completed")
      return
    }
    #expect(state.isLoggedIn && view.screen == .finished(.completed))
  }

  /// The handler of a cancelled closure may take a step while the driver performs another one.
  @Test(.timeLimit(.minutes(10))) func cancelledClosureMayCloseTheView() async throws {
    let (events, told) = AsyncStream<Void>.makeStream()
    let window = Window()
    let proofs = SignInProofs(ethereum: { doorward in
      await withTaskCancellationHandler {
        told.yield()
        try? await Task.sleep(for: .seconds(600))
      } onCancel: {
        // The driver cancels on the main actor.
        MainActor.assumeIsolated { window.driver?.close() }
      }
      return doorward.authState
    })
    let view = await DrivenSignIn(DoorwardTestServer(DoorwardTestOffer(methods: ["siwe"])), proofs: proofs)
    window.driver = view.driver
    view.driver.perform(.choose(.ethereum, typed: ""))
    for await _ in events { break }
    view.driver.perform(.back)
    #expect(view.screen == .finished(.cancelled) && !view.driver.flow.isBusy)
    guard case .cancelled = await view.driver.result() else {
      Issue.record("not cancelled")
      return
    }
    #expect(view.screen == .finished(.cancelled))
  }

  /// The user of before is no result of the sign-in.
  @Test(.timeLimit(.minutes(10))) func userOfBeforeDoesNotComplete() async throws {
    let view = await DrivenSignIn(DoorwardTestServer(.passwordFirst))
    try await view.signUp()
    let again = SignInDriver(view.doorward)
    again.begin()
    for await flow in again.updates where !flow.isBusy { break }
    again.close()
    guard case .cancelled = await again.result() else {
      Issue.record("not cancelled")
      return
    }
    #expect(view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func viewWithoutAMethodFails() async {
    let view = await DrivenSignIn(DoorwardTestServer(DoorwardTestOffer(methods: ["siwe"])))
    #expect(view.screen == .nothingOffered)
    view.driver.close()
    guard case .failed(let error) = await view.driver.result() else {
      Issue.record("not failed")
      return
    }
    #expect(error.code.rawValue == "nothing_offered" && error.recoverySuggestion != nil)
  }

  @Test(.timeLimit(.minutes(10))) func challengesAreForgotten() async throws {
    var offer = DoorwardTestOffer(methods: ["code"])
    offer.codePause = 0
    let view = await DrivenSignIn(DoorwardTestServer(offer))
    await view.act(.continueWith(DrivenSignIn.email))
    #expect(view.driver.calls.challenges.count == 1)
    await view.act(.sendCode)
    #expect(view.driver.calls.challenges.count == 1)
    // The message is on its way, so the code can still be typed.
    await view.act(.startAgain)
    #expect(view.driver.calls.challenges.count == 1)
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.submitCode(try await view.code()))
    await view.act(.goOn)
    #expect(view.screen == .finished(.completed) && view.driver.calls.challenges.count == 0)
  }

  @Test(.timeLimit(.minutes(10))) func actThatIsNotAllowedIsNoUpdate() async {
    var driver: SignInDriver? = SignInDriver(Doorward(DoorwardTestServer().configuration))
    var updates = driver?.updates.makeAsyncIterator()
    #expect(await updates?.next()?.screen == .loading)
    driver?.perform(.submitCode("123456"))
    driver = nil
    #expect(await updates?.next() == nil)
  }
}
