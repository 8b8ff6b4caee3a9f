import Doorward
import Encodings
import Foundation

/// The second step of a sign-in, and the commands about second factors.
extension UserProgram {
  // MARK: The second step of a sign-in

  /// Asks for the second factor of a sign-in. The form of a code shows its kind.
  func prove(_ challenge: SecondFactorChallenge) async throws -> SignInOutcome {
    let known: [SecondFactorMethod] = [.totp, .recoveryCode]
    guard challenge.methods.contains(where: known.contains) else {
      throw DoorwardError(
        code: .secondFactorRequired, reason: "This account has a second factor.",
        recoverySuggestion: "Run doorward-user login, which asks for it in the browser.")
    }
    let question = "Code of your authenticator, or a recovery code"
    return try await retrying(Prompt.line(question), question) { code in
      let typed = code.filter { !$0.isWhitespace && $0 != "-" }
      let isTOTP = typed.count == 6 && typed.allSatisfy { ("0"..."9").contains($0) }
      return try await doorward.secondFactor.verify(challenge, code: code, by: isTOTP ? .totp : .recoveryCode)
    }
  }

  // MARK: Commands

  func listSecondFactors() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let list = try await doorward.secondFactor.all()
    for factor in list.factors {
      let added = factor.createdAt.map { Timestamp($0).rfc3339 } ?? ""
      try Console.print(Console.plain("\(factor.method.rawValue)  \(factor.id)  \(added)"))
    }
    try Console.print("unused recovery codes: \(list.recoveryCodesLeft)")
    return 0
  }

  func addSecondFactor() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let enrollment = try await afterRecentSignIn { try await doorward.secondFactor.addAuthenticator() }
    Console.say("Add this secret to your authenticator, or open the URI with it.")
    try Console.print("secret: \(Console.plain(enrollment.secret))\nuri: \(Console.plain(enrollment.uri))")
    let question = "Code of your authenticator"
    let added = try await retrying(Prompt.line(question), question) {
      try await doorward.secondFactor.confirm(enrollment, code: $0)
    }
    Console.say("Your authenticator is added.")
    if !added.recoveryCodes.isEmpty {
      Console.say("Keep these recovery codes. Each signs you in once without the authenticator.")
      for code in added.recoveryCodes { try Console.print("recovery code: \(Console.plain(code))") }
    }
    return 0
  }

  func removeSecondFactor() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let factors = try await doorward.secondFactor.all().factors
    guard let id = invocation[.id] ?? (factors.count == 1 ? factors.first?.id : nil) else {
      let advice =
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
    for code in codes { try Console.print(Console.plain(code)) }
    return 0
  }

  /// Makes a call that needs a recent sign-in, and says how to get one.
  private func afterRecentSignIn<Result>(_ call: () async throws -> Result) async throws -> Result {
    do { return try await call() } catch let error as DoorwardError {
      guard error.code == .recentSignInRequired else { throw error }
      throw DoorwardError(
        code: error.code, reason: error.reason,
        recoverySuggestion: "Run doorward-user login --again, then repeat the command.",
        traceID: error.traceID)
    }
  }
}
