/// A step of a sign-in. With the texts of the fields, it is a ``SignInAct``.
public enum SignInAction: Hashable, Sendable {
  case continueWithIdentifier
  /// Continues to the password of the identifier, although a code comes first.
  case continueWithPassword
  /// Continues with an identifier of the account, in a sign-in that confirms the user.
  case continueAs(String)
  case choose(SignInMethod)
  case chooseWallet
  case createAccount
  case submitPassword, usePassword, resetPassword
  case sendCode
  case sendCodeTo(IdentifierKind)
  case signUp, signUpWithPasskey
  case submitCode, submitReset
  case chooseFactor(SecondFactorKind)
  case submitFactor, usePasskey
  case keepAccount, savedCodes
  case goOn, submitName, addPasskey
  case retry, back, startAgain, cancel

  /// The act of the user.
  ///
  /// - Parameter texts: The texts of the view that has the button.
  /// - Returns: The act, for `SignInFlow.allows(_:)` and the driver.
  public func act(with texts: FieldTexts) -> SignInAct {
    switch self {
    case .continueWithIdentifier: .continueWith(texts[.identifier])
    case .continueWithPassword: .continueWithPassword(texts[.identifier])
    case .continueAs(let identifier): .continueWith(identifier)
    case .choose(let method): .choose(method, typed: texts[.identifier])
    case .chooseWallet: .chooseWallet(typed: texts[.identifier])
    case .createAccount: .createAccount(typed: texts[.identifier])
    case .submitPassword: .submitPassword(texts[.password])
    case .usePassword: .usePassword
    case .resetPassword: .resetPassword
    case .sendCode: .sendCode
    case .sendCodeTo(let kind): .sendCodeTo(kind)
    case .signUp: .signUp(form(texts))
    case .signUpWithPasskey: .signUpWithPasskey(form(texts))
    case .submitCode: .submitCode(texts[.code])
    case .submitReset: .submitReset(code: texts[.code], newPassword: texts[.newPassword])
    case .chooseFactor(let factor): .chooseFactor(factor)
    case .submitFactor: .submitFactor(code: texts[.code])
    case .usePasskey: .usePasskey
    case .keepAccount: .keepAccount
    case .savedCodes: .savedCodes
    case .goOn: .goOn
    case .submitName: .submitName(texts[.name])
    case .addPasskey: .addPasskey
    case .retry: .retry
    case .back: .back
    case .startAgain: .startAgain
    case .cancel: .cancel
    }
  }

  private func form(_ texts: FieldTexts) -> SignUpForm {
    SignUpForm(
      address: texts[.address], username: texts[.username], name: texts[.name],
      password: texts[.newPassword])
  }
}
