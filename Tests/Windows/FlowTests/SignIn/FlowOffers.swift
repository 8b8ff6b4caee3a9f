import Testing

@testable import DoorwardFlow

/// An offer of an application.
enum FlowOffer: CaseIterable {
  case everything, passwordsAndCodes, codes, passkeys, wallets, usernames, closedPasswords, confirmation,
    nothing

  var choices: SignInChoices {
    switch self {
    case .everything:
      SignInChoices(
        passwordIdentifiers: IdentifierKind.allCases, codeIdentifiers: [.email, .phoneNumber],
        methods: SignInMethod.outside)
    case .passwordsAndCodes:
      SignInChoices(
        passwordIdentifiers: [.email, .username], codeIdentifiers: [.email], codeComesFirst: false,
        methods: [.passkey])
    case .codes: SignInChoices(codeIdentifiers: [.email])
    case .passkeys: SignInChoices(methods: [.passkey])
    case .wallets: SignInChoices(methods: [.ethereum, .near], isSignUpOpen: false)
    case .usernames: SignInChoices(passwordIdentifiers: [.username])
    case .confirmation:
      SignInChoices(
        passwordIdentifiers: [.email], codeIdentifiers: [.email, .phoneNumber], methods: [.passkey, .near],
        known: KnownIdentifiers([.email: "ada@example.com", .phoneNumber: "+49 151 2345678"]),
        confirmation: .oldSignIn)
    case .closedPasswords: SignInChoices(passwordIdentifiers: [.username], isSignUpOpen: false)
    case .nothing: SignInChoices()
    }
  }
}

extension SignInMethod {
  /// The methods whose proof comes from outside the view.
  static let outside = allCases.filter { !$0.hasIdentifier }
}

extension FlowOffer {
  /// Every state of the offer. Several tests look at the same ones.
  var exploration: FlowExploration {
    get async {
      guard let exploration = Self.explorations[self] else { return await FlowExploration(choices) }
      return await exploration.value
    }
  }

  private static let explorations = Dictionary(
    uniqueKeysWithValues: allCases.map { offer in (offer, Task { await FlowExploration(offer.choices) }) })
}
