import Doorward
import Encodings
import Foundation

/// The commands that sign in with a password or a one-time code.
extension UserProgram {
  func loginWithPassword() async throws -> AuthState {
    let identifier = try identifier("Email, phone number or user name")
    let password = try Prompt.secret("Password")
    return try await finish(doorward.password.login(identifier: identifier, password: password))
  }

  func loginWithCode() async throws -> AuthState {
    let address = try identifier("Email or phone number")
    let challenge =
      address.contains("@")
      ? try await doorward.code.send(email: address) : try await doorward.code.send(phoneNumber: address)
    return try await finish(.verificationRequired(challenge))
  }

  func signUpWithPassword() async throws -> AuthState {
    let identifier = try identifier("Email, phone number or user name")
    let isEmail = identifier.contains("@")
    let isPhone = !isEmail && identifier.hasPrefix("+")
    let password = try Prompt.newPassword()
    return try await finish(
      doorward.password.signUp(
        email: isEmail ? identifier : nil, phoneNumber: isPhone ? identifier : nil,
        username: isEmail || isPhone ? nil : identifier, password: password))
  }

  func changePassword() async throws -> Int32 {
    guard let user = try await present() else { return signedOut() }
    // The password may have been set since the last call.
    let info = try await doorward.user.refresh()?.info ?? user.info
    let current = info.hasPassword ? try Prompt.secret("Password") : nil
    let new = try Prompt.newPassword()
    try await afterRecentSignIn { try await doorward.password.change(from: current, to: new) }
    Console.say("Your password is changed. Your other devices are signed out.")
    return 0
  }

  func resetPassword() async throws -> AuthState {
    let challenge = try await doorward.password.reset(
      identifier: identifier("Email, phone number or user name"))
    Console.say("If the user exists, a code is on its way.")
    let code = try Prompt.line("Code")
    let password = try Prompt.newPassword()
    return try await finish(
      retrying(code, "Code") {
        try await doorward.password.confirmReset(challenge, code: $0, newPassword: password)
      })
  }

  private func identifier(_ question: String) throws -> String {
    try invocation[.user] ?? Prompt.line(question)
  }

  /// The state after an outcome. Asks for a code if the outcome needs one.
  func finish(_ outcome: SignInOutcome) async throws -> AuthState {
    switch outcome {
    case .signedIn(let state): return state
    case .verificationRequired(let challenge):
      Console.say("A code is on its way. It is not sent if this address cannot be used here.")
      let code = try Prompt.line("Code")
      return try await finish(retrying(code, "Code") { try await doorward.code.verify(challenge, code: $0) })
    case .secondFactorRequired(let challenge): return try await prove(challenge)
    }
  }

  /// Answers a challenge. A user at a terminal may correct the code.
  func retrying<Result>(
    _ code: String, _ question: String, _ answer: (String) async throws -> Result
  ) async throws -> Result {
    var code = code
    while true {
      do { return try await answer(code) } catch let error as DoorwardError {
        guard error.code == .invalidCode, Prompt.isTerminal else { throw error }
        Console.say("\(error.reason)")
      }
      code = try Prompt.line(question)
    }
  }
}
