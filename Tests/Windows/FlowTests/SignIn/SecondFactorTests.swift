import Testing

@testable import DoorwardFlow

/// The second factor of a sign-in.
struct SecondFactorTests {
  private let sent = SentCode(
    ticket: Ticket(1), channel: .email, channels: [.email, .phoneNumber], expiresAt: FlowEvent.time(300),
    resendAt: FlowEvent.time(60))

  /// A flow that has sent a code.
  private func codeSent() -> SignInFlow {
    var flow = SignInFlow.waiting([.recoveryCode, .sentCode])
    _ = flow.perform(.sendCode)
    flow.answer(.codeSent(sent))
    return flow
  }

  private func step(_ flow: SignInFlow) throws -> SecondFactorStep {
    guard case .secondFactor(let step) = flow.screen else {
      throw Unexpected(screen: flow.screen.name)
    }
    return step
  }

  private struct Unexpected: Error { let screen: String }

  /// A recovery code only replaces a factor that the user has lost.
  @Test func recoveryCodeIsOfferedLast() throws {
    let flow = SignInFlow.waiting([.recoveryCode, .sentCode, .authenticator, .passkey])
    #expect(try step(flow).factors == [.passkey, .authenticator, .sentCode, .recoveryCode])
    #expect(try step(flow).chosen == .passkey)
    #expect(try step(codeSent()).chosen == .sentCode)
  }

  @Test func onlyKnownFactorsAreAdded() {
    guard case .newFactor(let step) = SignInFlow.waiting([], newFactors: [.sentCode, .passkey]).screen else {
      Issue.record("no new factor")
      return
    }
    #expect(step.factors == [.passkey])
    #expect(SignInFlow.waiting([], newFactors: [.sentCode]).problem?.code == "second_factor_required")
  }

  @Test(arguments: [false, true]) func expiredCodeKeepsTheFirstFactor(_ isFoundByTheServer: Bool) throws {
    var flow = codeSent()
    if isFoundByTheServer {
      _ = flow.perform(.submitFactor(code: "123456"))
      flow.answer(.refused(.expired))
    } else {
      #expect(flow.timers[.codeExpiry] == sent.expiresAt)
      _ = flow.fire(.codeExpiry)
    }
    #expect(try step(flow).sent?.isExpired == true && flow.problem == .expired)
    #expect(!flow.allows(.submitFactor(code: "123456")) && flow.timers[.codeExpiry] == nil)
    // Another factor does not need the code.
    _ = flow.perform(.chooseFactor(.recoveryCode))
    #expect(flow.problem == nil)
    _ = flow.perform(.chooseFactor(.sentCode))
    #expect(flow.problem == .expired)
    _ = flow.fire(.resend)
    _ = flow.perform(.sendCode)
    flow.answer(.codeSent(sent))
    #expect(flow.problem == nil && flow.allows(.submitFactor(code: "123456")))
  }

  @Test func exhaustedCodeEndsTheSignIn() {
    var flow = codeSent()
    _ = flow.perform(.submitFactor(code: "123456"))
    flow.answer(.refused(SignInProblem(code: "code_exhausted", remedy: .anotherChallenge)))
    #expect(flow.screen == .tooLate)
  }

  @Test func userChoosesTheChannel() throws {
    var flow = codeSent()
    // The pause is that of the channel.
    #expect(!flow.allows(.sendCode) && !flow.allows(.sendCodeTo(.email)))
    #expect(!flow.allows(.sendCodeTo(.username)) && flow.allows(.sendCodeTo(.phoneNumber)))
    _ = flow.perform(.sendCodeTo(.phoneNumber))
    #expect(flow.pending?.request == .sendFactorCode(Ticket(3), .phoneNumber))
    flow.answer(
      .codeSent(
        SentCode(
          ticket: Ticket(2), channel: .phoneNumber, channels: [.email, .phoneNumber],
          expiresAt: FlowEvent.time(300), resendAt: nil)))
    #expect(try step(flow).sent?.channel == .phoneNumber)
    _ = flow.perform(.sendCode)
    #expect(flow.pending?.request == .sendFactorCode(Ticket(3), .phoneNumber))
  }

  @Test(arguments: [SignInAct.back, .startAgain, .cancel])
  func newFactorIsFinishedBeforeTheUserLeaves(_ act: SignInAct) {
    var flow = SignInFlow.waiting([], newFactors: [.authenticator])
    _ = flow.perform(.chooseFactor(.authenticator))
    flow.answer(
      .authenticator(NewAuthenticator(ticket: Ticket(5), secret: "secret", uri: "uri", qrCode: "svg")))
    _ = flow.perform(.submitFactor(code: "123456"))
    #expect(!flow.allows(act) && flow.perform(act).isEmpty)
    flow.answer(.signedIn(SignedIn(recoveryCodes: ["code"])))
    #expect(flow.screen == .recoveryCodes(RecoveryCodesStep(codes: ["code"])))
  }
}
