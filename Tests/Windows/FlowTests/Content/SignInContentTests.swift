import DoorwardTexts
import Foundation
import Sampling
import Testing

@testable import DoorwardFlow

/// The content of the sign-in views, over every state of the exploration.
struct SignInContentTests {
  @Test(
    .timeLimit(.minutes(10)), .takesLong("It waits for the states of its offers."),
    arguments: [FlowOffer.everything, .codes, .passkeys, .wallets, .usernames, .confirmation, .nothing])
  func everyStateHasAUsableView(_ offer: FlowOffer) async {
    let content = SignInContent.inEnglish
    var broken: Set<String> = []
    for flow in await VisibleFlows.of(offer) {
      let screen = content.screen(of: flow, at: FlowEvent.time(0))
      for rule in ScreenRules(screen, allows: flow.allows).broken { broken.insert("\(screen.name): \(rule)") }
    }
    #expect(broken.isEmpty, "\(broken.sorted().prefix(10))")
  }

  /// Every act of the machine has a button in some view, except those that only the app reports.
  @Test(.timeLimit(.minutes(10)), .takesLong("It waits for the states of its offers."))
  func everyActHasAButton() async {
    var acts: Set<String> = []
    for offer in [FlowOffer.everything, .confirmation, .nothing] {
      for flow in await VisibleFlows.of(offer) {
        let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
        for button in screen.buttons where button.isEnabled {
          if case .signIn(let action) = button.action { acts.insert(action.act(with: FieldTexts()).name) }
        }
      }
    }
    #expect(Set(FlowEvent.acts.map(\.name)).subtracting(acts).isEmpty)
  }

  @Test func lastUsedMethodIsFirst() {
    let choices = SignInChoices(
      passwordIdentifiers: [.email], methods: [.passkey, .near], lastUsed: .near)
    let screen = SignInContent.inEnglish.screen(of: .started(choices), at: FlowEvent.time(0))
    #expect(screen.buttons.first { $0.role != .cancel }?.action == .signIn(.choose(.near)))
    #expect(screen.buttons.filter { $0.badge != nil }.map(\.label) == ["Sign in with a NEAR wallet"])
  }

  @Test func remainingTimeIsShown() {
    var flow = SignInFlow.started(FlowOffer.codes.choices)
    _ = flow.perform(.continueWith("ada@example.com"))
    flow.answer(
      .codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: FlowEvent.time(60))))
    let screen = { SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time($0)) }
    #expect(screen(0).buttons.map(\.label).contains("Send a new code in 60 seconds"))
    #expect(screen(0).changesAt == FlowEvent.time(1))
    #expect(screen(58.5).buttons.map(\.label).contains("Send a new code in 2 seconds"))
    #expect(screen(58.5).changesAt == FlowEvent.time(59))
    #expect(screen(59).buttons.map(\.label).contains("Send a new code in 1 second"))
    _ = flow.fire(.resend)
    #expect(screen(60).changesAt == nil && screen(60).buttons.map(\.label).contains("Send a new code"))
  }

  @Test func limitSaysTheTimeToWait() {
    var flow = SignInFlow.started(FlowOffer.passwordsAndCodes.choices)
    _ = flow.perform(.continueWith("ada"))
    _ = flow.perform(.submitPassword("a long password"))
    flow.answer(
      .refused(SignInProblem(code: "too_many_guesses", remedy: .wait(until: FlowEvent.time(120)))))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.problem?.text.hasSuffix("Try again in 2 minutes.") == true)
    #expect(screen.defaultButton?.isEnabled == false && screen.changesAt == FlowEvent.time(60))
  }

  @Test func problemBelongsToItsField() {
    var flow = SignInFlow.started(FlowOffer.passwordsAndCodes.choices)
    _ = flow.perform(.continueWith("ada"))
    _ = flow.perform(.submitPassword("a long password"))
    flow.answer(.refused(SignInProblem(code: "invalid_credentials")))
    let problem = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)).problem
    #expect(problem?.field == .password && problem?.retry == nil)
  }

  /// The words of the server are for developers.
  @Test func unknownCodeHasASentence() {
    var flow = SignInFlow.started(FlowOffer.passwordsAndCodes.choices)
    _ = flow.perform(.continueWith("ada"))
    _ = flow.perform(.submitPassword("a long password"))
    flow.answer(.refused(SignInProblem(code: "some_new_code")))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.problem?.text == "Something went wrong. Try again.")
  }

  /// The first view says what its passkey, wallet or browser could not do.
  @Test(
    arguments: [
      (.near, "rejected", "You declined. Nothing was changed."),
      (
        .near, "wrong_network",
        "This app does not accept the network of the wallet. Choose another one in your wallet and try again."
      ),
      (
        .near, "unknown_access_key",
        "The key that signed does not belong to this NEAR account. Sign with a key of the account."
      ),
      (.near, "store_down", "The server has a fault. Try again in a moment."),
      (
        .ethereum, "wrong_signer",
        "The signature is from another account. Sign with the account in the message."
      ),
      // The shared sentence of this code speaks of a page.
      (.ethereum, "wrong_domain", "The server is not set up for this app. Tell the developer of the app."),
      (
        .ethereum, "some_new_code",
        "The wallet could not prove that the account is yours. Try again, or use another wallet."
      ),
      (.passkey, "some_new_code", "The passkey was not accepted. Try again, or use another one."),
      (
        .passkey, "unknown_passkey",
        "No account has this passkey anymore. It may have been removed. Use another one, or another way to sign in."
      ),
      (.browser, "some_new_code", "Something went wrong. Try again."),
    ] as [(SignInMethod, String, String)])
  func failedProofHasTheSentenceOfItsMethod(_ method: SignInMethod, _ code: String, _ sentence: String) {
    var flow = SignInFlow.started(FlowOffer.everything.choices)
    _ = flow.perform(.choose(method, typed: ""))
    flow.answer(.refused(SignInProblem(code: code, remedy: code == "store_down" ? .retry : .otherInput)))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.name == "start")
    #expect(screen.problem?.text == sentence)
    // The next step is one of another method.
    _ = flow.perform(.continueWith("ada"))
    #expect(flow.problem == nil)
  }

  @Test(arguments: [
    ("foreign_passkey", "The passkey was not accepted. Try again, or use another one."),
    ("too_many_guesses", "Too many wrong passwords or codes for this account. Wait, or sign in another way."),
  ])
  func passkeyAsSecondFactorHasTheSentencesOfPasskeys(_ code: String, _ sentence: String) {
    var flow = SignInFlow.waiting([.passkey])
    _ = flow.perform(.usePasskey)
    flow.answer(.refused(SignInProblem(code: code)))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.name == "second-factor.passkey")
    #expect(screen.problem?.text == sentence)
  }

  @Test func secondFactorThatDoesNotWorkHasASentence() {
    var flow = SignInFlow.started(FlowOffer.passwordsAndCodes.choices)
    _ = flow.perform(.continueWith("ada"))
    _ = flow.perform(.submitPassword("a long password"))
    flow.answer(.refused(SignInProblem(code: "second_factor_unavailable")))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.name == "password")
    #expect(screen.problem?.text.hasPrefix("Your second step cannot be used in this app") == true)
  }

  @Test func tooLongPasswordIsNotSent() {
    let choices = SignInChoices(passwordIdentifiers: [.username], maximumPasswordLength: 20)
    var flow = SignInFlow.started(choices)
    _ = flow.perform(.createAccount(typed: "ada"))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    let texts = { FieldTexts([.username: "ada", .newPassword: String(repeating: "é", count: $0)]) }
    #expect(screen.defaultButton.map { screen.isEnabled($0, with: texts(20)) } == true)
    #expect(screen.defaultButton.map { screen.isEnabled($0, with: texts(21)) } == false)
    #expect(!flow.allows(SignInAction.signUp.act(with: texts(21))))
    #expect(
      screen.fields.first { $0.name == .newPassword }?.tooLong == "Too long. Use at most 20 characters.")
  }

  @Test func appChoosesTextsOfAView() {
    var configuration = SignInConfiguration(brand: .init(name: "Notes"))
    configuration.screens["start"] = .init(title: "Welcome", lead: "Your notes wait.", showsBrand: false)
    let content = SignInContent.inEnglish.with(configuration)
    let screen = content.screen(of: .started(FlowOffer.codes.choices), at: FlowEvent.time(0))
    #expect(screen.title == "Welcome" && screen.lead == "Your notes wait." && screen.brand == nil)
    #expect(content.screen(of: SignInFlow(), at: FlowEvent.time(0)).title == "Sign in to Notes")
  }

  @Test func applicationFixesTheLanguage() throws {
    let flow = SignInFlow.started(SignInChoices(codeIdentifiers: [.email], language: "de"))
    let following = SignInContent(ContentTexts(Texts(.english)), followsApplication: true)
    #expect(following.screen(of: flow, at: FlowEvent.time(0)).language == "de")
    #expect(SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)).language == "en")
    // Before the offer is read, and for a language that does not exist, the user's own.
    #expect(following.screen(of: SignInFlow(), at: FlowEvent.time(0)).language == "en")
    let unknown = SignInFlow.started(SignInChoices(codeIdentifiers: [.email], language: "tlh"))
    #expect(following.screen(of: unknown, at: FlowEvent.time(0)).language == "en")
  }

  @Test func typedTextsAreInNoDump() {
    let texts = FieldTexts([.password: "a long password"])
    var text = "\(texts) \(String(reflecting: texts))"
    dump(texts, to: &text)
    #expect(!text.contains("a long password"))
  }
}

extension SignInContent {
  func with(_ configuration: SignInConfiguration) -> SignInContent {
    var content = self
    content.configuration = configuration
    return content
  }
}

extension SignInAct {
  /// The name without the texts.
  fileprivate var name: String { String("\(self)".prefix { $0 != "(" }) }
}

extension SignInFlow {
  /// Whether the flow allows the act of an action; nil if the renderer performs it.
  func allows(_ action: ScreenAction, _ texts: FieldTexts) -> Bool? {
    if case .signIn(let step) = action { allows(step.act(with: texts)) } else { nil }
  }
}

/// One flow of the exploration for each view that looks different.
private enum VisibleFlows {
  private struct Look: Hashable {
    let screen: SignInScreen
    let problem: SignInProblem?
    let request: SignInRequest?
    let limited: SignInRequest.Kind?
    let canRetry: Bool
    let hasHistory: Bool
  }

  static func of(_ offer: FlowOffer) async -> [SignInFlow] {
    let flows = await offer.exploration.states.map(\.flow)
    return Array(
      Dictionary(
        flows.map {
          (
            Look(
              screen: $0.screen, problem: $0.problem, request: $0.pending?.request, limited: $0.limited,
              canRetry: $0.failed != nil, hasHistory: !$0.history.isEmpty), $0
          )
        }, uniquingKeysWith: { first, _ in first }
      ).values)
  }
}
