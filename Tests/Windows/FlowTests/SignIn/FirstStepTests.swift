import Testing

@testable import DoorwardFlow

/// The step after the identifier: a code or the password.
struct FirstStepTests {
  fileprivate static let email = "ada@example.com"

  /// The setting of the application, the last method on the device, the kinds of identifiers with passwords and those with codes,
  /// the typed text, and whether a code is sent.
  private static let cases: [(Bool, SignInMethod?, [IdentifierKind], [IdentifierKind], String, Bool)] = [
    (true, nil, [.email], [.email], email, true),
    (false, nil, [.email], [.email], email, false),
    // The device knows what its user did last.
    (true, .password, [.email], [.email], email, false),
    (false, .code, [.email], [.email], email, true),
    (true, .passkey, [.email], [.email], email, true),
    (false, .passkey, [.email], [.email], email, false),
    // Only one of the two signs in with this kind.
    (false, .password, [.username], [.email], email, true),
    (true, .code, [.email, .username], [.email], "ada", false),
    (true, .code, [.email], [.phoneNumber], email, false),
    (false, nil, [], [.email], email, true),
    (true, nil, [.email], [], email, false),
  ]

  @Test(arguments: cases)
  func settingAndLastMethodDecide(
    _ codeComesFirst: Bool, _ lastUsed: SignInMethod?, _ passwords: [IdentifierKind],
    _ codes: [IdentifierKind], _ typed: String, _ sendsCode: Bool
  ) {
    var flow = SignInFlow.started(
      SignInChoices(
        passwordIdentifiers: passwords, codeIdentifiers: codes, codeComesFirst: codeComesFirst,
        lastUsed: lastUsed))
    _ = flow.perform(.continueWith(typed))
    #expect((flow.pending?.request == .sendCode(address: typed, .email)) == sendsCode)
    #expect((flow.screen == .password(identifier: typed)) == !sendsCode)
  }

  /// A user who confirms has chosen the password by its own button.
  @Test func confirmationWithThePasswordSendsNoCode() {
    var flow = SignInFlow.started(FlowOffer.confirmation.choices)
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.screen == .password(identifier: Self.email) && !flow.isBusy)
  }

  private func codeSent() -> SignInFlow {
    var flow = SignInFlow.started(FlowOffer.everything.choices)
    _ = flow.perform(.continueWith(Self.email))
    flow.answer(
      .codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: FlowEvent.time(60))))
    return flow
  }

  @Test func userOfACodeCanUseAPasswordOrAnotherAddress() {
    var flow = codeSent()
    _ = flow.perform(.usePassword)
    #expect(flow.screen == .password(identifier: Self.email))
    _ = flow.perform(.back)
    #expect(flow.screen.name == "code.signIn")
    _ = flow.perform(.startAgain)
    #expect(flow.screen == .start(typed: Self.email) && flow.history.isEmpty)
  }

  /// The user has the message, and another one could not be sent so soon.
  @Test(arguments: [SignInAct.back, .startAgain]) func sentCodeIsAskedForAgainUntilItExpires(
    _ leave: SignInAct
  ) {
    var flow = codeSent()
    let sent = flow.screen
    _ = flow.perform(leave)
    #expect(flow.timers == [.codeExpiry: FlowEvent.time(600)])
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.screen == sent && !flow.isBusy && flow.allows(.submitCode("123456")))
    _ = flow.perform(leave)
    _ = flow.perform(.continueWithPassword(Self.email))
    _ = flow.perform(.sendCode)
    #expect(flow.screen == sent)
    _ = flow.perform(.startAgain)
    _ = flow.fire(.codeExpiry)
    #expect(flow.problem == nil && flow.timers.isEmpty)
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.pending?.request == .sendCode(address: Self.email, .email))
  }

  /// The ways from the first view to other views and back to it, without the code.
  enum Visit: CaseIterable {
    case wallets, walletThatIsClosed, refusedPasskey, signUp, codeOfSignUp, codeOfReset, secondFactor
    case expiredSecondFactor

    func take(_ flow: inout SignInFlow) {
      let email = FirstStepTests.email
      switch self {
      case .wallets: _ = flow.perform(.chooseWallet(typed: email))
      case .walletThatIsClosed:
        _ = flow.perform(.chooseWallet(typed: email))
        _ = flow.perform(.choose(.near, typed: email))
        flow.answer(.cancelled)
      case .refusedPasskey:
        _ = flow.perform(.choose(.passkey, typed: email))
        flow.answer(.refused(SignInProblem(code: "offline", remedy: .retry)))
      case .signUp: _ = flow.perform(.createAccount(typed: email))
      case .codeOfSignUp:
        _ = flow.perform(.createAccount(typed: email))
        _ = flow.perform(.signUp(SignUpForm(address: email, password: "a long password")))
        flow.answer(.codeSent(other))
      case .codeOfReset:
        _ = flow.perform(.continueWithPassword(email))
        _ = flow.perform(.resetPassword)
        flow.answer(.codeSent(other))
        _ = flow.fire(.codeExpiry)
      case .secondFactor, .expiredSecondFactor:
        _ = flow.perform(.continueWithPassword(email))
        _ = flow.perform(.submitPassword("a long password"))
        flow.answer(
          .secondFactorRequired(
            WaitingSignIn(
              ticket: Ticket(3), factors: [.authenticator], newFactors: [], expiresAt: FlowEvent.time(900))))
        if self == .expiredSecondFactor { _ = flow.fire(.expiry) }
      }
    }

    private var other: SentCode {
      SentCode(ticket: Ticket(2), expiresAt: FlowEvent.time(500), resendAt: nil)
    }
  }

  @Test(arguments: Visit.allCases) func sentCodeIsKeptDuringOtherSteps(_ visit: Visit) {
    var flow = codeSent()
    let sent = flow.screen
    _ = flow.perform(.startAgain)
    visit.take(&flow)
    #expect(flow.screen != .start(typed: Self.email) || visit == .refusedPasskey)
    _ = flow.perform(flow.allows(.startAgain) ? .startAgain : .back)
    #expect(flow.screen == .start(typed: Self.email))
    #expect(flow.timers[.codeExpiry] == FlowEvent.time(600))
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.screen == sent && !flow.isBusy && flow.allows(.submitCode("123456")))
  }

  @Test(arguments: [Visit.wallets, .walletThatIsClosed, .signUp, .secondFactor])
  func codeThatExpiresDuringAnotherStepIsSentAgain(_ visit: Visit) {
    var flow = codeSent()
    _ = flow.perform(.startAgain)
    visit.take(&flow)
    let screen = flow.screen
    _ = flow.fire(.codeExpiry)
    #expect(flow.screen == screen && flow.problem == nil)
    _ = flow.perform(.startAgain)
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.pending?.request == .sendCode(address: Self.email, .email))
  }

  /// A code that has signed in is used, also if the sign-in needs another step.
  @Test func usedCodeIsNotAskedForAgain() {
    var flow = codeSent()
    _ = flow.perform(.submitCode("123456"))
    flow.answer(
      .secondFactorRequired(
        WaitingSignIn(
          ticket: Ticket(3), factors: [.authenticator], newFactors: [], expiresAt: FlowEvent.time(900))))
    _ = flow.perform(.startAgain)
    #expect(flow.timers.isEmpty)
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.pending?.request == .sendCode(address: Self.email, .email))
  }

  @Test func codeToAnotherAddressIsSent() {
    var flow = codeSent()
    _ = flow.perform(.startAgain)
    _ = flow.perform(.continueWith("new@example.com"))
    #expect(flow.pending?.request == .sendCode(address: "new@example.com", .email))
  }

  @Test func codeThatWasRefusedTooOftenIsSentAgain() {
    var flow = codeSent()
    _ = flow.perform(.submitCode("123456"))
    flow.answer(.refused(SignInProblem(code: "code_exhausted", remedy: .anotherChallenge)))
    _ = flow.perform(.startAgain)
    _ = flow.perform(.continueWith(Self.email))
    #expect(flow.pending?.request == .sendCode(address: Self.email, .email))
  }

  /// Another code could not be sent so soon.
  @Test func sentCodeIsStillValidAfterThePassword() {
    var flow = codeSent()
    let sent = flow.screen
    _ = flow.perform(.usePassword)
    _ = flow.perform(.sendCode)
    #expect(flow.screen == sent && !flow.isBusy && flow.allows(.submitCode("123456")))
    #expect(flow.timers[.codeExpiry] == FlowEvent.time(600))
    _ = flow.fire(.codeExpiry)
    _ = flow.perform(.usePassword)
    _ = flow.perform(.sendCode)
    #expect(flow.pending?.request == .sendCode(address: Self.email, .email))
  }

  /// A user with a password does not depend on the delivery of a code.
  @Test(arguments: [
    SignInProblem(code: "rate_limited", remedy: .wait(until: FlowEvent.time(30))),
    SignInProblem(code: "delivery_failed", remedy: .retry), SignInProblem(code: "sms_limit_reached"),
  ])
  func refusedCodeOffersThePassword(_ problem: SignInProblem) {
    var flow = SignInFlow.started(FlowOffer.everything.choices)
    let screen = { SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)) }
    let labels = { screen().buttons.filter(\.isEnabled).map(\.label) }
    #expect(!labels().contains("Use a password instead"))
    _ = flow.perform(.continueWith(Self.email))
    flow.answer(.refused(problem))
    #expect(flow.screen == .start(typed: Self.email) && labels().contains("Use a password instead"))
    _ = flow.perform(.continueWithPassword(Self.email))
    #expect(flow.screen == .password(identifier: Self.email) && flow.problem == nil)
  }

  @Test func codeMakesTheAccount() {
    let labels = { (offer: FlowOffer) in
      SignInContent.inEnglish.screen(of: .started(offer.choices), at: FlowEvent.time(0)).buttons.map(\.label)
    }
    for offer in [FlowOffer.everything, .passwordsAndCodes, .codes] {
      #expect(!labels(offer).contains("Create an account"), "\(offer)")
    }
    for offer in [FlowOffer.usernames, .passkeys] {
      #expect(labels(offer).contains("Create an account"), "\(offer)")
    }
    // No code is sent to these phone numbers.
    let choices = SignInChoices(passwordIdentifiers: [.email, .phoneNumber], codeIdentifiers: [.email])
    #expect(choices.needsSignUp)
  }

  // MARK: Wallets

  @Test func severalWalletsAreOneRow() {
    var flow = SignInFlow.started(
      SignInChoices(codeIdentifiers: [.email], methods: [.passkey, .ethereum, .near]))
    let screen = { SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)) }
    #expect(
      screen().buttons.filter { $0.role == .secondary }.map(\.label) == [
        "Sign in with a passkey", "Continue with a wallet",
      ])
    _ = flow.perform(.chooseWallet(typed: " ada@example.com "))
    #expect(
      screen().buttons.filter { $0.role == .secondary }.map(\.label) == [
        "Sign in with an Ethereum wallet", "Sign in with a NEAR wallet",
      ])
    #expect(!flow.allows(.choose(.passkey, typed: "")))
    // The user has closed the wallet.
    _ = flow.perform(.choose(.near, typed: ""))
    flow.answer(.cancelled)
    #expect(flow.screen == .wallets)
    _ = flow.perform(.back)
    #expect(flow.screen == .start(typed: "ada@example.com"))
  }

  @Test func oneWalletHasItsOwnButton() {
    let flow = SignInFlow.started(SignInChoices(methods: [.near]))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.defaultButton?.label == "Sign in with a NEAR wallet")
    #expect(!flow.allows(.chooseWallet(typed: "")))
  }

  @Test func lastWalletIsOneTouchAway() {
    let choices = SignInChoices(
      codeIdentifiers: [.email], methods: [.passkey, .ethereum, .near], lastUsed: .near)
    let screen = SignInContent.inEnglish.screen(of: .started(choices), at: FlowEvent.time(0))
    #expect(
      screen.buttons.filter { $0.role == .secondary }.map(\.label) == [
        "Sign in with a NEAR wallet", "Sign in with a passkey", "Continue with a wallet",
      ])
  }

  // MARK: New users

  private func newUser(offersPasskey: Bool) -> SignInFlow {
    var flow = codeSent()
    _ = flow.perform(.submitCode("123456"))
    flow.answer(.signedIn(SignedIn(mayAddPasskey: offersPasskey, needsName: true)))
    return flow
  }

  @Test func newUserMayBeAskedForTheNameThenForAPasskey() {
    var flow = newUser(offersPasskey: true)
    #expect(flow.screen == .yourName(offersPasskey: true) && !flow.allows(.submitName(" ")))
    _ = flow.perform(.submitName(" Ada "))
    #expect(flow.pending?.request == .setName("Ada"))
    let effects = flow.receive(.nameSaved, to: flow.lastID)
    #expect(flow.screen == .passkeyOffer && effects == [.remember(.passkeyOffered)])
    let lead = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)).lead
    #expect(lead?.hasSuffix("instead of a code.") == true)
    #expect(flow.perform(.goOn) == [.remember(.method(.code)), .finish(.completed)])
  }

  @Test(arguments: [
    SignInProblem(code: "invalid_name"), SignInProblem(code: "offline", remedy: .retry),
    SignInProblem(code: "rate_limited", remedy: .wait(until: FlowEvent.time(30))),
    SignInProblem(code: "session_ended"),
  ])
  func refusedNameLeavesTheUserSignedIn(_ problem: SignInProblem) {
    var flow = newUser(offersPasskey: false)
    _ = flow.perform(.submitName("Ada"))
    flow.answer(.refused(problem))
    #expect(flow.screen == .yourName(offersPasskey: false) && flow.problem != nil)
    #expect(flow.perform(.goOn).contains(.finish(.completed)))
  }

  @Test func closedNameCompletesTheSignIn() {
    var flow = newUser(offersPasskey: true)
    #expect(flow.perform(.cancel) == [.remember(.method(.code)), .finish(.completed)])
  }
}
