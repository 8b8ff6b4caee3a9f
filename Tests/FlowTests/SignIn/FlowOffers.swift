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
        methods: SignInMethod.allCases)
    case .passwordsAndCodes:
      SignInChoices(passwordIdentifiers: [.email, .username], codeIdentifiers: [.email], methods: [.passkey])
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

extension FlowOffer {
  /// Every state of the offer. Several tests look at the same ones.
  var exploration: FlowExploration {
    switch self {
    case .everything: Self.exploredEverything
    case .passwordsAndCodes: Self.exploredPasswordsAndCodes
    case .codes: Self.exploredCodes
    case .passkeys: Self.exploredPasskeys
    case .wallets: Self.exploredWallets
    case .usernames: Self.exploredUsernames
    case .closedPasswords: Self.exploredClosedPasswords
    case .confirmation: Self.exploredConfirmation
    case .nothing: Self.exploredNothing
    }
  }

  private static let exploredEverything = FlowExploration(everything.choices)
  private static let exploredPasswordsAndCodes = FlowExploration(passwordsAndCodes.choices)
  private static let exploredCodes = FlowExploration(codes.choices)
  private static let exploredPasskeys = FlowExploration(passkeys.choices)
  private static let exploredWallets = FlowExploration(wallets.choices)
  private static let exploredUsernames = FlowExploration(usernames.choices)
  private static let exploredClosedPasswords = FlowExploration(closedPasswords.choices)
  private static let exploredConfirmation = FlowExploration(confirmation.choices)
  private static let exploredNothing = FlowExploration(nothing.choices)
}
