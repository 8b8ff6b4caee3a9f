import Testing

@testable import DoorwardFlow

/// An offer of an application.
enum FlowOffer: CaseIterable {
  case everything, passwordsAndCodes, codes, passkeys, wallets, closedPasswords, nothing

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
    case .closedPasswords: SignInChoices(passwordIdentifiers: [.username], isSignUpOpen: false)
    case .nothing: SignInChoices()
    }
  }
}
