import Doorward
import Foundation

@testable import DoorwardFlow

/// An event of an account window in an exploration.
enum AccountEvent: Hashable {
  case act(AccountAct)
  /// An answer to the pending request.
  case answer(AccountAnswer)
  case list(AccountList, AccountLists.Content?)
  case signedInAgain(Bool)
  case timer(SignInTimer)
  /// The user was changed elsewhere, or another user has signed in.
  case userElsewhere(AccountUser)
  case signedOutElsewhere
  /// The app closes the window.
  case close

  static let texts = FieldTexts([
    .name: "Ada", .username: "ada", .address: "ada@example.com", .code: "123456", .password: "password",
    .newPassword: "password",
  ])

  static let changes: [AccountChange] = [
    .profile, .username, .removeUsername, .removePhoto, .email, .phoneNumber, .link(.passkey), .link(.near),
    .unlink("identity"), .password, .renamePasskey("passkey"), .removePasskey("passkey"), .addAuthenticator,
    .addFactorCode(.email), .removeFactor("factor"), .newRecoveryCodes, .endSession("session"),
    .endOtherSessions, .signOut, .signOutEverywhere, .export, .deleteAccount,
  ]

  static let acts: [AccountAct] =
    changes.map { .begin($0) } + AccountList.allCases.map { .reload($0) }
    + [.confirm(texts), .sendCode, .savedCodes, .dismiss, .setPhoto, .retry, .close]

  static let user = AccountUser(
    id: "user", profile: [.name: "Ada"], photo: "https://accounts.example/photo", email: "ada@example.com",
    username: "ada",
    hasPassword: true,
    identities: [
      .init(id: "identity", type: "near", identifier: "ada.near", lastUsedAt: nil),
      .init(id: "passkey", type: "passkey", identifier: "passkey", lastUsedAt: nil),
    ])
  static let otherUser = AccountUser(id: "other user")
  static let offer = AccountOffer(
    SignInChoices(
      passwordIdentifiers: IdentifierKind.allCases, codeIdentifiers: [.email, .phoneNumber],
      methods: [.passkey, .near], codeLength: 6),
    factorKinds: [.email])

  /// The events that can happen.
  static func events(of flow: AccountFlow) -> [AccountEvent] {
    guard flow.end == nil else { return [] }
    var events: [AccountEvent] = acts.filter(flow.allows).map { .act($0) }
    if let request = flow.pending?.request { events += answers(to: request).map { .answer($0) } }
    // The lists do not depend on each other: they arrive in one order, and one of them fails.
    if let list = AccountList.allCases.first(where: { flow.reading[$0] != nil }) {
      events.append(.list(list, items(of: list)))
      if list == .sessions { events.append(.list(list, nil)) }
    }
    if flow.dialog?.confirmation != nil { events += [.signedInAgain(true), .signedInAgain(false)] }
    events += SignInTimer.allCases.filter { flow.timers[$0] != nil }.map { .timer($0) }
    if flow.user != nil, !flow.isBusy { events += [.userElsewhere(user), .userElsewhere(otherUser)] }
    return events + [.signedOutElsewhere, .close]
  }

  static func items(of list: AccountList) -> AccountLists.Content {
    switch list {
    case .passkeys:
      .passkeys([
        AccountPasskey(id: "passkey", name: "Phone", isSynced: true, createdAt: nil, lastUsedAt: nil)
      ])
    case .secondFactors:
      .secondFactors(
        AccountFactors(factors: [.init(id: "factor", kind: .authenticator, createdAt: nil)], codesLeft: 3))
    case .sessions:
      .sessions([AccountSession(id: "session", isCurrent: false, device: "Phone", lastUsedAt: nil)])
    }
  }

  private static let refusals: [AccountAnswer] =
    [SignInProblem.Remedy.otherInput, .retry, .wait(until: FlowEvent.time(30)), .anotherChallenge].map {
      .refused(SignInProblem(code: "refused", remedy: $0))
    } + [.signedOut]

  private static func sent(after ticket: Ticket?) -> [AccountAnswer] {
    let next = Ticket(ticket == Ticket(1) ? 2 : 1)
    return [nil, FlowEvent.time(60)].map {
      .codeSent(SentCode(ticket: next, expiresAt: FlowEvent.time(600), resendAt: $0))
    }
  }

  private static func answers(to request: AccountRequest) -> [AccountAnswer] {
    switch request {
    case .read: [.read(user, offer)] + refusals
    case .change(.email, _), .change(.phoneNumber, _):
      sent(after: nil) + refusals + [.signInAgain(.oldSignIn)]
    case .change(.addAuthenticator, _):
      [.authenticator(NewAuthenticator(ticket: Ticket(5), secret: "secret", uri: "uri", qrCode: "svg"))]
        + refusals + [.signInAgain(.oldSignIn)]
    case .change(.newRecoveryCodes, _), .change(.addFactorCode, _), .confirmAuthenticator:
      [.recoveryCodes([]), .recoveryCodes(["code"])] + refusals + [.signInAgain(.oldSignIn)]
    case .change(.signOut, _), .change(.signOutEverywhere, _): refusals
    case .change(.export, _):
      [.file(TextFile(name: "account.json", text: "{}", format: .json)), .signInAgain(.oldSignIn)] + refusals
    case .change(.deleteAccount, _): [.deleted, .signInAgain(.oldSignIn)] + refusals
    case .change(.link, _): [.changed(user), .cancelled, .signInAgain(.oldSignIn)] + refusals
    case .change(_, _), .verifyCode: [.changed(user), .signInAgain(.oldSignIn)] + refusals
    case .resend(let ticket): sent(after: ticket) + refusals
    case .setPhoto: [.changed(user), .changed(otherUser)] + refusals
    }
  }

  /// The name without the texts.
  var name: String {
    switch self {
    case .act(.begin(let change)): "begin.\(change.name)"
    case .act(let act): "act.\("\(act)".prefix { $0 != "(" })"
    case .answer(let answer): "answer.\("\(answer)".prefix { $0 != "(" })"
    case .list(let list, let items): "list.\(list).\(items == nil ? "failed" : "read")"
    case .signedInAgain(let isCompleted): "signedInAgain.\(isCompleted)"
    case .timer(let timer): "timer.\(timer)"
    case .userElsewhere(let user): "userElsewhere.\(user == Self.user ? "same" : "other")"
    case .signedOutElsewhere: "signedOutElsewhere"
    case .close: "close"
    }
  }
}
