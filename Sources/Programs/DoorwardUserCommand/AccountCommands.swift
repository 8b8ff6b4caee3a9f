import Doorward
import Encodings
import Foundation

/// The commands about the profile and the account.
extension UserProgram {
  // MARK: The profile

  func setPhoto() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let path = invocation[.file] ?? ""
    let image: Data
    do { image = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      Console.fail("\(path) cannot be read\n")
      return 1
    }
    let user = try await doorward.user.setPhoto(image)
    Console.say("Your photo is set.")
    if let address = user?.info.picture { try Console.print("\(address)") }
    return 0
  }

  func removePhoto() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    try await doorward.user.removePhoto()
    Console.say("You have no photo any more.")
    return 0
  }

  func setUsername() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let name = try invocation[.name] ?? Prompt.line("User name")
    let user = try await afterRecentSignIn { try await doorward.user.setUsername(name) }
    Console.say("Your user name is \(user?.info.username ?? name).")
    return 0
  }

  func removeUsername() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    try await afterRecentSignIn { try await doorward.user.removeUsername() }
    Console.say("You have no user name any more.")
    return 0
  }

  // MARK: The account

  func export() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let everything = try await doorward.user.export()
    try Console.print(EscapedText(json: .object(everything.object)))
    return 0
  }

  func deleteAccount() async throws -> Int32 {
    guard let user = try await present() else { return signedOut() }
    if !invocation.has(.yes) {
      guard try Prompt.yes("Delete the account of \(name(of: user))?") else {
        Console.say("Nothing is deleted.")
        return 1
      }
    }
    try await afterRecentSignIn { try await doorward.user.delete() }
    Console.say("Your account will be deleted, and you are signed out on every device.")
    Console.say("To keep it, sign in again soon: doorward-user login shows the day of the deletion.")
    return 0
  }

  /// Signs in, and asks whether to keep an account that will be deleted.
  func keepingAccount(_ way: () async throws -> AuthState) async throws -> AuthState {
    do { return try await way() } catch let error as DoorwardError {
      guard let deletion = error.accountDeletion else { throw error }
      let day = Timestamp(deletion.deletesAt).rfc3339
      Console.say("This account will be deleted on \(day).")
      guard try invocation.has(.keepAccount) || Prompt.yes("Keep it and sign in?") else {
        throw DoorwardError(
          code: error.code, reason: "You are not signed in. The account will be deleted on \(day).")
      }
      let done = try await doorward.user.keepAccount(deletion)
      Console.say("Your account is kept.")
      try show(recoveryCodes: done.recoveryCodes)
      return done.state
    }
  }

  /// Makes a call that needs a recent sign-in. If the sign-in is too old, the error explains how to sign in again.
  @discardableResult func afterRecentSignIn<Result>(
    _ call: () async throws -> Result
  ) async throws -> Result {
    do { return try await call() } catch let error as DoorwardError {
      guard error.code == .recentSignInRequired else { throw error }
      throw DoorwardError(
        code: error.code, reason: error.reason,
        recoverySuggestion: "Run doorward-user login --again, then repeat the command.",
        traceID: error.traceID)
    }
  }
}
