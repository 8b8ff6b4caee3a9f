import Foundation

@testable import DoorwardFlow

/// An event of a flow in an exploration.
enum FlowEvent: Hashable {
  case act(SignInAct)
  /// An answer to the pending request.
  case answer(SignInAnswer)
  case timer(SignInTimer)
  /// The app closes the view.
  case close

  /// Every act, with one text of each kind.
  static let acts: [SignInAct] =
    [
      .continueWith(email), .continueWith("ada"), .continueWithPassword(email), .chooseWallet(typed: email),
      .createAccount(typed: email), .submitPassword("password"),
      .usePassword, .resetPassword, .sendCode, .submitCode("123456"),
      .signUp(SignUpForm(address: email, password: "password")),
      .signUp(SignUpForm(username: "ada", password: "password")), .signUpWithPasskey(SignUpForm(name: "Ada")),
      .submitReset(code: "123456", newPassword: "password"), .submitFactor(code: "123456"),
      .submitFactor(code: "7K2QD-9MXF4"), .usePasskey,
      .keepAccount, .savedCodes, .goOn, .submitName("Ada"), .addPasskey, .retry, .back, .startAgain, .cancel,
      .sendCodeTo(.email), .sendCodeTo(.phoneNumber),
    ] + SignInMethod.outside.map { .choose($0, typed: email) }
    + SecondFactorKind.allCases.map { .chooseFactor($0) }

  private static let email = "ada@example.com"

  /// The events that can happen to a flow.
  static func events(of flow: SignInFlow, offering choices: SignInChoices) -> [FlowEvent] {
    let answers = flow.pending.map { self.answers(to: $0.request, offering: choices) } ?? []
    var events: [FlowEvent] = acts.filter(flow.allows).map { .act($0) }
    events += answers.map { .answer($0) }
    events += SignInTimer.allCases.filter { flow.timers[$0] != nil }.map { .timer($0) }
    if !flow.screen.isFinished { events.append(.close) }
    return events
  }

  // MARK: Answers

  static func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  private static let refusals: [SignInAnswer] =
    [
      SignInProblem.Remedy.otherInput, .retry, .wait(until: time(30)), .anotherChallenge,
    ].map { .refused(SignInProblem(code: "refused", remedy: $0)) } + [.refused(.expired)]

  private static let waiting = WaitingSignIn(
    ticket: Ticket(3), factors: SecondFactorKind.allCases, newFactors: [], expiresAt: time(900))
  private static let enrolling = WaitingSignIn(
    ticket: Ticket(3), factors: [], newFactors: [.authenticator, .passkey], expiresAt: time(900))
  private static let unknown = WaitingSignIn(
    ticket: Ticket(3), factors: [], newFactors: [], expiresAt: time(900))

  private static let finished: [SignInAnswer] = [
    .signedIn(SignedIn()), .signedIn(SignedIn(codesLeft: 3, mayAddPasskey: true)),
    .deletionPending(KeepAccountStep(deletesAt: time(9000), ticket: Ticket(4))),
  ]
  private static let newUsers: [SignInAnswer] = [false, true].map {
    .signedIn(SignedIn(mayAddPasskey: $0, needsName: true))
  }
  private static let proven = finished + [waiting, enrolling, unknown].map { .secondFactorRequired($0) }
  private static let enrolled = finished + [.signedIn(SignedIn(recoveryCodes: ["code"]))]

  /// Two tickets are enough to tell the present code from the one before.
  private static func sent(after ticket: Ticket?) -> [SignInAnswer] {
    let next = Ticket(ticket == Ticket(1) ? 2 : 1)
    return [nil, time(60)].map { .codeSent(SentCode(ticket: next, expiresAt: time(600), resendAt: $0)) }
  }

  private static func sent(to kind: IdentifierKind) -> [SignInAnswer] {
    [nil, time(60)].map {
      .codeSent(
        SentCode(
          ticket: Ticket(1), channel: kind, channels: [.email, .phoneNumber], expiresAt: time(600),
          resendAt: $0))
    }
  }

  private static func answers(to request: SignInRequest, offering choices: SignInChoices) -> [SignInAnswer] {
    switch request {
    case .readOffer: [.offer(choices)] + refusals
    case .signIn, .confirmReset: proven + refusals
    case .verifyCode(_, _, let purpose): proven + (purpose == .signIn ? newUsers : []) + refusals
    case .prove, .signUpWithPasskey: proven + refusals + [.cancelled]
    case .signUp(let account) where account.address.isEmpty: proven + refusals
    case .sendFactorCode(_, let kind): sent(to: kind ?? .email) + refusals
    case .sendCode, .reset, .signUp: sent(after: nil) + refusals
    case .resend(let ticket): sent(after: ticket) + refusals
    case .verifyFactor, .verifyFactorCode: finished + refusals
    case .verifyWithPasskey: finished + refusals + [.cancelled]
    case .enrollAuthenticator:
      [.authenticator(NewAuthenticator(ticket: Ticket(5), secret: "secret", uri: "uri", qrCode: "svg"))]
        + refusals
    case .finishAuthenticator, .keepAccount: enrolled + refusals
    case .enrollPasskey: enrolled + refusals + [.cancelled]
    case .setName: [.nameSaved] + refusals
    case .addPasskey: [.passkeyAdded] + refusals + [.cancelled]
    }
  }

  // MARK: Names

  /// The name in the transition table, without the texts.
  func name(in flow: SignInFlow) -> String {
    func short(_ value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }
    switch self {
    case .act(let act): return "act.\(short(act))"
    case .timer(let timer): return "timer.\(timer)"
    case .close: return "close"
    case .answer(let answer):
      let request = flow.pending?.request.kind.rawValue ?? ""
      if case .signedIn(let signedIn) = answer {
        let facts =
          (signedIn.mayAddPasskey ? ".mayAddPasskey" : "") + (signedIn.needsName ? ".needsName" : "")
        return "answer.\(request).signedIn\(facts)"
      }
      guard case .refused(let problem) = answer else { return "answer.\(request).\(short(answer))" }
      return "answer.\(request).refused.\(problem == .expired ? "expired" : short(problem.remedy))"
    }
  }
}
