/// The first view of a sign-in that confirms a user who is signed in: the ways that the account has.
extension SignInDrawing {
  var confirmation: ScreenContent {
    let password = choices.passwordIdentifiers.lazy.compactMap { choices.known[$0] }.first
    let codes = choices.codeIdentifiers.compactMap { kind in
      choices.known[kind].map { address in
        button(
          kind == .email ? "email" : "phone", texts("windows.again.code", ["address": address]),
          .sendCodeTo(kind), .secondary, symbol: kind == .email ? .email : .phoneNumber)
      }
    }
    let methods = choices.methods.map { method in
      button(
        method.rawValue, texts("windows.again.\(method.rawValue)"), .choose(method), .secondary,
        symbol: method.symbol)
    }
    return screen(
      texts("again.title"),
      lead: texts(choices.confirmation == .missingSecondFactor ? "again.secondFactor" : "again.reason"),
      [
        password.map {
          button(
            "password", texts("windows.again.password"), .continueAs($0), .secondary, symbol: .password)
        }
      ] + codes + methods)
  }
}
