import Doorward
import Encodings
import Foundation

/// The second step of a sign-in, and the commands about second factors.
extension UserProgram {
  // MARK: The second step of a sign-in

  /// Asks for the second factor of a sign-in, or for a new one if the application requires one and the user has none.
  func prove(_ challenge: SecondFactorChallenge) async throws -> AuthState {
    let sendsCode = challenge.methods.contains(.code)
    if challenge.methods.contains(.totp) || challenge.methods.contains(.recoveryCode) && !sendsCode {
      return try await proveWithAuthenticator(challenge)
    }
    let hasPasskey = challenge.methods.contains(.passkey)
    if sendsCode,
      try !hasPasskey || !Prompt.yes("Use your security key as the second factor")
    {
      return try await proveWithSentCode(challenge)
    }
    if hasPasskey {
      Console.say("Your passkey is your second factor.")
      return try await finish(doorward.secondFactor.verifyWithPasskey(challenge))
    }
    let canAddPasskey = challenge.enrollmentMethods.contains(.passkey)
    if challenge.enrollmentMethods.contains(.totp) {
      return try await enroll(challenge, orPasskey: canAddPasskey)
    }
    throw DoorwardError(
      code: .secondFactorRequired, reason: "This account has a second factor.",
      recoverySuggestion: "Run doorward-user login, which asks for it in the browser.")
  }

  /// The form of a code shows its kind. Without a code, a security key is the second factor.
  private func proveWithAuthenticator(_ challenge: SecondFactorChallenge) async throws -> AuthState {
    let hasPasskey = challenge.methods.contains(.passkey)
    let codes =
      challenge.methods.contains(.totp) ? "Code of your authenticator, or a recovery code" : "Recovery code"
    let question = hasPasskey ? "\(codes); nothing to use your security key" : codes
    return try await finish(
      retrying(Prompt.line(question), question) { code in
        if Self.characters(of: code).isEmpty, hasPasskey {
          return try await doorward.secondFactor.verifyWithPasskey(challenge)
        }
        return try await doorward.secondFactor.verify(
          challenge, code: code, by: Self.isNumber(code) ? .totp : .recoveryCode)
      })
  }

  private func proveWithSentCode(_ challenge: SecondFactorChallenge) async throws -> AuthState {
    let sent: SecondFactorCode
    do { sent = try await doorward.secondFactor.sendCode(challenge) } catch {
      guard challenge.methods.contains(.recoveryCode) else { throw error }
      Console.say("No code was sent: \(error.reason) Use a recovery code.")
      return try await proveWithAuthenticator(challenge)
    }
    Console.say("A code is on its way to \(sent.sentTo). It is your second factor.")
    let question = challenge.methods.contains(.recoveryCode) ? "Code, or a recovery code" : "Code"
    return try await finish(
      retrying(Prompt.line(question), question) { code in
        challenge.methods.contains(.recoveryCode) && !Self.isNumber(code)
          ? try await doorward.secondFactor.verify(challenge, code: code, by: .recoveryCode)
          : try await doorward.secondFactor.verify(sent, code: code)
      })
  }

  /// Whether a code has the form of a one-time code. A recovery code is longer.
  private static func isNumber(_ code: String) -> Bool {
    let typed = characters(of: code)
    return typed.count == 6 && typed.allSatisfy { ("0"..."9").contains($0) }
  }

  /// A typed code without its spaces and hyphens, which do not count.
  private static func characters(of code: String) -> String {
    code.filter { !$0.isWhitespace && $0 != "-" }
  }

  private func enroll(
    _ challenge: SecondFactorChallenge, orPasskey canAddPasskey: Bool
  ) async throws -> AuthState {
    Console.say("This application requires a second factor.")
    if canAddPasskey, try Prompt.yes("Use a security key instead of an authenticator") {
      return try printingRecoveryCodes(of: await doorward.secondFactor.enrollPasskey(challenge))
    }
    let enrollment = try await doorward.secondFactor.enroll(challenge)
    return try printingRecoveryCodes(
      of:
        await confirming(enrollment.authenticator) {
          try await doorward.secondFactor.finish(enrollment, code: $0)
        })
  }

  /// Prints the recovery codes of a sign-in that has added a factor.
  private func printingRecoveryCodes(of done: FinishedSignIn) throws -> AuthState {
    try show(recoveryCodes: done.recoveryCodes)
    return done.state
  }

  /// Shows the secret of a new authenticator and asks for its first code.
  private func confirming<Result>(
    _ enrollment: AuthenticatorEnrollment, _ answer: (String) async throws -> Result
  ) async throws -> Result {
    Console.say("Add this secret to your authenticator, or open the URI with it.")
    try Console.print("secret: \(enrollment.secret)\nuri: \(enrollment.uri)")
    let question = "Code of your authenticator"
    return try await retrying(Prompt.line(question), question, answer)
  }

  /// Prints the recovery codes of a new factor.
  func show(recoveryCodes: [String]) throws {
    guard !recoveryCodes.isEmpty else { return }
    Console.say("Keep these recovery codes. Each signs you in once without the second factor.")
    for code in recoveryCodes { try Console.print("recovery code: \(code)") }
  }

  // MARK: Commands

  func listSecondFactors() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let list = try await doorward.secondFactor.all()
    for factor in list.factors {
      let added = factor.createdAt.map { Timestamp($0).rfc3339 } ?? ""
      let channel = factor.channel.map { "  \($0.rawValue)" } ?? ""
      try Console.print("\(factor.method.rawValue)  \(factor.id)  \(added)\(channel)")
    }
    try Console.print("unused recovery codes: \(list.recoveryCodesLeft)")
    return 0
  }

  func addSecondFactor() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let enrollment = try await afterRecentSignIn { try await doorward.secondFactor.addAuthenticator() }
    let added = try await confirming(enrollment) {
      try await doorward.secondFactor.confirm(enrollment, code: $0)
    }
    Console.say("Your authenticator is added.")
    try show(recoveryCodes: added.recoveryCodes)
    return 0
  }

  func addCodeFactor() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let channel = invocation[.channel].map(CodeChannel.init(rawValue:)) ?? .email
    let added = try await afterRecentSignIn { try await doorward.secondFactor.addCode(by: channel) }
    Console.say("Each sign-in asks for a code from now on.")
    try show(recoveryCodes: added.recoveryCodes)
    return 0
  }

  func removeSecondFactor() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let factors = try await doorward.secondFactor.all().factors
    guard let id = invocation[.id] ?? (factors.count == 1 ? factors.first?.id : nil) else {
      let advice: EscapedText =
        "You have several second factors. Name one with --id; doorward-user second-factor list shows them."
      Console.say(factors.isEmpty ? "You have no second factor." : advice)
      return 1
    }
    try await afterRecentSignIn { try await doorward.secondFactor.remove(id) }
    Console.say("The second factor is removed.")
    return 0
  }

  func replaceRecoveryCodes() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let codes = try await afterRecentSignIn { try await doorward.secondFactor.newRecoveryCodes() }
    Console.say("These are your new recovery codes. The earlier ones do not work any more.")
    for code in codes { try Console.print("\(code)") }
    return 0
  }
}
