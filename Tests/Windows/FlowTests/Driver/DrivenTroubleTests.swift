import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// Cancellation, outages, limits and expiry, against the server double.
@MainActor struct DrivenTroubleTests {
  @Test(.timeLimit(.minutes(10))) func cancelledSignInStaysSignedOut() async throws {
    let view = try await DrivenSignIn.ofUser(DoorwardTestServer(.passwordFirst))
    await view.act(.continueWith(DrivenSignIn.email))
    await view.server.next(.held, for: "/v1/password/sign-in")
    view.driver.perform(.submitPassword(DrivenSignIn.password))
    #expect(await view.server.request(for: "/v1/password/sign-in") != nil)
    view.driver.perform(.cancel)
    await view.server.release()
    guard case .cancelled = await view.driver.result() else {
      Issue.record("not cancelled")
      return
    }
    await view.doorward.ready()
    #expect(!view.doorward.isLoggedIn && view.screen == .finished(.cancelled))
  }

  @Test(.timeLimit(.minutes(10))) func backCancelsTheWallet() async throws {
    let (events, told) = AsyncStream<String>.makeStream()
    let proofs = SignInProofs(ethereum: { doorward in
      await withTaskCancellationHandler {
        told.yield("asked")
        try? await Task.sleep(for: .seconds(600))
      } onCancel: {
        told.yield("cancelled")
      }
      return doorward.authState
    })
    let view = await DrivenSignIn(DoorwardTestServer(.passwordFirst), proofs: proofs)
    view.driver.perform(.choose(.ethereum, typed: ""))
    var event = events.makeAsyncIterator()
    #expect(await event.next() == "asked")
    #expect(view.screen == .proof(.ethereum))
    view.driver.perform(.back)
    #expect(await event.next() == "cancelled")
    // The answer of the cancelled wallet changes nothing.
    await view.act(.continueWith(DrivenSignIn.email))
    #expect(view.screen == .password(identifier: DrivenSignIn.email) && view.problem == nil)
  }

  @Test(.timeLimit(.minutes(10))) func unreachableServerIsAskedAgain() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    await server.setOffline(true)
    let view = await DrivenSignIn(server)
    #expect(view.screen == .unavailable && view.driver.error?.isOffline == true)
    await server.setOffline(false)
    await view.act(.retry)
    try await view.signUp()
    let next = await DrivenSignIn(server)
    await next.act(.continueWith(DrivenSignIn.email))
    await server.next(.offline, for: "/v1/password/sign-in")
    await next.act(.submitPassword(DrivenSignIn.password))
    #expect(next.problem == "offline" && next.screen == .password(identifier: DrivenSignIn.email))
    await next.act(.retry)
    #expect(next.screen == .finished(.completed) && next.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func viewWithoutAnOfferFails() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    await server.setOffline(true)
    let view = await DrivenSignIn(server)
    view.driver.perform(.cancel)
    guard case .failed(let error) = await view.driver.result() else {
      Issue.record("not failed")
      return
    }
    #expect(error.isOffline)
  }

  @Test(.timeLimit(.minutes(10))) func anotherCodeIsSentAfterThePause() async throws {
    let view = await DrivenSignIn(DoorwardTestServer(DoorwardTestOffer(methods: ["code"])))
    await view.act(.continueWith(DrivenSignIn.email))
    #expect(!view.driver.flow.allows(.sendCode))
    await view.advance(by: .seconds(61))
    await view.wait { $0.allows(.sendCode) }
    await view.act(.sendCode)
    await view.act(.submitCode(try await view.code()))
    #expect(view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func expiredCodeIsReplaced() async throws {
    let view = await DrivenSignIn(DoorwardTestServer(DoorwardTestOffer(methods: ["code"])))
    await view.act(.continueWith(DrivenSignIn.email))
    let code = try await view.code()
    await view.advance(by: .seconds(3600))
    await view.wait { $0.problem?.code == "challenge_expired" && $0.allows(.sendCode) }
    #expect(!view.driver.flow.allows(.submitCode(code)) && view.driver.error == nil)
    await view.act(.sendCode)
    await view.act(.submitCode(try await view.code()))
    #expect(view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func limitedStepIsAllowedAfterTheWait() async throws {
    let view = try await DrivenSignIn.ofUser(DoorwardTestServer(.passwordFirst))
    await view.act(.continueWith(DrivenSignIn.email))
    await view.server.next(
      .problem(status: 429, code: "too_many_guesses", detail: "Wait.", retryAfter: 30),
      for: "/v1/password/sign-in")
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.driver.flow.problem?.waitsUntil == view.server.time.now.addingTimeInterval(30))
    #expect(!view.driver.flow.allows(.submitPassword("x")) && view.driver.flow.allows(.resetPassword))
    await view.advance(by: .seconds(31))
    await view.wait { $0.problem == nil }
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func expiredSecondFactorStartsAgain() async throws {
    let server = DoorwardTestServer(.passwordFirst)
    let view = try await DrivenSignIn.ofUser(server)
    await server.changeOffer { $0.requiresSecondFactor = true }
    await view.act(.continueWith(DrivenSignIn.email))
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.screen.name == "new_factor")
    await view.advance(by: .seconds(3600))
    await view.wait { $0.screen == .tooLate }
    #expect(view.problem == "challenge_expired")
    await view.act(.startAgain)
    #expect(view.screen == .start(typed: DrivenSignIn.email) && view.problem == nil)
  }

  /// The remaining times are those of the server.
  @Test(.timeLimit(.minutes(10)), arguments: [-7200, 7200] as [TimeInterval])
  func wrongClockChangesNoRemainingTime(_ ahead: TimeInterval) async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["code"]))
    let view = await DrivenSignIn(server, clockAhead: ahead)
    await view.act(.continueWith(DrivenSignIn.email))
    #expect(view.driver.now == server.time.now && !view.driver.flow.allows(.sendCode))
    let screen = SignInContent.inEnglish.screen(of: view.driver.flow, at: view.driver.now)
    #expect(screen.buttons.map(\.label).contains("Send a new code in 60 seconds"))
    await view.advance(by: .seconds(61))
    await view.wait { $0.allows(.sendCode) }
    await view.act(.submitCode(try await view.code()))
    #expect(view.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func failedClosureOfTheAppIsAProblem() async throws {
    struct Broken: Error {}
    let view = await DrivenSignIn(
      DoorwardTestServer(.passwordFirst),
      proofs: SignInProofs(near: { _ in throw Broken() }, browser: { _ in throw CancellationError() }))
    await view.act(.choose(.near, typed: ""))
    #expect(view.problem == "callback_failed" && view.driver.error?.underlyingError is Broken)
    await view.act(.choose(.browser, typed: ""))
    #expect(view.problem == nil && view.screen == .start(typed: ""))
  }

  @Test(.timeLimit(.minutes(10))) func closureThatSignsNoUserInDoesNotComplete() async throws {
    let view = await DrivenSignIn(
      DoorwardTestServer(.passwordFirst), proofs: SignInProofs(near: { $0.authState }))
    await view.act(.choose(.near, typed: ""))
    #expect(view.problem == "callback_failed" && view.screen == .start(typed: ""))
  }

  @Test(.timeLimit(.minutes(10))) func passwordIsInNoDescription() async throws {
    let view = try await DrivenSignIn.ofUser(DoorwardTestServer(.passwordFirst))
    await view.act(.continueWith(DrivenSignIn.email))
    await view.server.next(.offline, for: "/v1/password/sign-in")
    await view.act(.submitPassword(DrivenSignIn.password))
    #expect(view.driver.flow.allows(.retry))
    var text = "\(view.driver.flow) \(String(reflecting: view.driver.flow))"
    dump(view.driver.flow, to: &text)
    #expect(text.contains("SecretText") && !text.contains(DrivenSignIn.password))
  }
}
