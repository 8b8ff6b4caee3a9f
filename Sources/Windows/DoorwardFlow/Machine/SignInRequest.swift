/// A call of the SDK.
package enum SignInRequest: Hashable, Sendable {
  case readOffer
  case signIn(identifier: String, password: SecretText)
  case sendCode(address: String, IdentifierKind)
  case resend(Ticket)
  case verifyCode(Ticket, SecretText, CodeStep.Purpose)
  case signUp(SignUpForm)
  case reset(identifier: String)
  case confirmReset(Ticket, code: SecretText, newPassword: SecretText)
  case prove(SignInMethod)
  case signUpWithPasskey(name: String)
  case verifyFactor(Ticket, SecondFactorKind, SecretText)
  case verifyWithPasskey(Ticket)
  /// The kind of address is that which the user has chosen.
  case sendFactorCode(Ticket, IdentifierKind?)
  case verifyFactorCode(Ticket, SecretText)
  case enrollAuthenticator(Ticket)
  case finishAuthenticator(Ticket, SecretText)
  case enrollPasskey(Ticket)
  case keepAccount(Ticket)
  case setName(String)
  case addPasskey

  /// The number of a request.
  package typealias ID = Int

  /// The kind of call. The server limits each kind by itself.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case readOffer, signIn, sendCode, verifyCode, signUp, reset, confirmReset, prove, signUpWithPasskey
    case verifyFactor, verifyWithPasskey, sendFactorCode, enrollAuthenticator, finishAuthenticator
    case enrollPasskey, keepAccount, setName, addPasskey
  }

  package var kind: Kind {
    switch self {
    case .readOffer: .readOffer
    case .signIn: .signIn
    case .sendCode, .resend: .sendCode
    case .verifyCode: .verifyCode
    case .signUp: .signUp
    case .reset: .reset
    case .confirmReset: .confirmReset
    case .prove: .prove
    case .signUpWithPasskey: .signUpWithPasskey
    case .verifyFactor, .verifyFactorCode: .verifyFactor
    case .verifyWithPasskey: .verifyWithPasskey
    case .sendFactorCode: .sendFactorCode
    case .enrollAuthenticator: .enrollAuthenticator
    case .finishAuthenticator: .finishAuthenticator
    case .enrollPasskey: .enrollPasskey
    case .keepAccount: .keepAccount
    case .setName: .setName
    case .addPasskey: .addPasskey
    }
  }

  /// The method whose proof it has.
  var method: SignInMethod? {
    switch self {
    case .signIn, .signUp, .confirmReset: .password
    case .verifyCode(_, _, .signUp): .password
    case .verifyCode: .code
    case .prove(let method): method
    case .signUpWithPasskey: .passkey
    default: nil
    }
  }
  /// The method whose proof comes from outside the view.
  var outsideMethod: SignInMethod? { method.flatMap { $0.hasIdentifier ? nil : $0 } }

  /// Whether it has a recovery code.
  var hasRecoveryCode: Bool { if case .verifyFactor(_, .recoveryCode, _) = self { true } else { false } }

  /// Whether the answer can have recovery codes, which the server shows only once.
  var givesRecoveryCodes: Bool { [.finishAuthenticator, .enrollPasskey, .keepAccount].contains(kind) }

  /// Whether it has a code that was sent.
  var hasSentCode: Bool {
    switch self {
    case .verifyCode, .confirmReset, .verifyFactorCode: true
    default: false
    }
  }
}
