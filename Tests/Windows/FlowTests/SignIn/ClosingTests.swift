import Testing

@testable import DoorwardFlow

/// The end of a flow.
struct ClosingTests {
  @Test func viewWithoutASignInFails() {
    var flow = SignInFlow.started(SignInChoices())
    #expect(flow.perform(.cancel) == [.finish(.failed(.nothingOffered))])
    flow = SignInFlow()
    _ = flow.begin()
    flow.answer(
      .refused(SignInProblem(code: "rate_limited", remedy: .wait(until: FlowEvent.time(30)))))
    _ = flow.fire(.wait)
    #expect(flow.screen == .unavailable && flow.problem?.code == "rate_limited" && flow.allows(.retry))
    #expect(
      flow.perform(.cancel) == [.finish(.failed(SignInProblem(code: "rate_limited", remedy: .retry)))])
  }

  @Test func appClosesTheRecoveryCodes() {
    var flow = SignInFlow.waiting([], newFactors: [.passkey])
    _ = flow.perform(.chooseFactor(.passkey))
    flow.answer(.signedIn(SignedIn(recoveryCodes: ["code"])))
    #expect(flow.perform(.cancel).isEmpty)
    #expect(flow.close() == [.remember(.method(.password)), .finish(.completed)])
    #expect(flow.close().isEmpty)
  }

  /// A window stays while this is true, also if the app wants to close it.
  @Test func recoveryCodesAreHeldUntilTheyAreSaved() {
    var flow = SignInFlow.waiting([], newFactors: [.passkey])
    #expect(!flow.holdsRecoveryCodes)
    _ = flow.perform(.chooseFactor(.passkey))
    #expect(flow.holdsRecoveryCodes)
    var refused = flow
    refused.answer(.refused(SignInProblem(code: "offline", remedy: .retry)))
    #expect(!refused.holdsRecoveryCodes)
    flow.answer(.signedIn(SignedIn(recoveryCodes: ["code"])))
    #expect(flow.holdsRecoveryCodes)
    _ = flow.perform(.savedCodes)
    #expect(!flow.holdsRecoveryCodes)
  }

  @Test func appClosesABusyView() {
    var flow = SignInFlow.waiting([], newFactors: [.passkey])
    _ = flow.perform(.chooseFactor(.passkey))
    let request = flow.lastID
    #expect(flow.close() == [.cancel(request), .stop(.expiry), .finish(.cancelled)])
  }

  /// The code is expired whatever the server has answered meanwhile.
  @Test(arguments: [
    SignInProblem(code: "invalid_code"), SignInProblem(code: "offline", remedy: .retry),
    SignInProblem(code: "too_many_guesses", remedy: .wait(until: FlowEvent.time(30))),
  ])
  func expiredCodeIsExplained(_ problem: SignInProblem) {
    var flow = SignInFlow.started(FlowOffer.codes.choices)
    _ = flow.perform(.continueWith("ada@example.com"))
    flow.answer(
      .codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: nil)))
    _ = flow.perform(.submitCode("123456"))
    _ = flow.fire(.codeExpiry)
    #expect(flow.problem == nil)
    flow.answer(.refused(problem))
    _ = flow.fire(.wait)
    #expect(flow.problem == .expired && !flow.allows(.retry) && !flow.allows(.submitCode("123456")))
    #expect(flow.allows(.sendCode))
  }
}
