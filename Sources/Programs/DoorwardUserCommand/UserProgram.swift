import Doorward
import DoorwardSecurityKeys
import Encodings
import Foundation

/// Runs a command and returns the exit status.
@MainActor struct UserProgram {
  let invocation: Invocation
  private let remembered = RememberedServer()
  private let configuration: DoorwardConfiguration
  let doorward: Doorward

  /// - Throws: ``Doorward/DoorwardError`` if no server is named.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    let environment = ProcessInfo.processInfo.environment
    let server = invocation[.server] ?? environment["DOORWARD_SERVER"]
    // A stored server that cannot be read is no error if the user names a server.
    let last = server == nil ? try remembered.configuration() : try? remembered.configuration()
    guard let text = server ?? last?.serverURL.absoluteString else {
      throw DoorwardError(
        code: .invalidConfiguration, reason: "The server is not known.",
        recoverySuggestion: "Run doorward-user login --server https://accounts.example.com.")
    }
    guard let url = URL(string: text), url.host != nil else {
      throw DoorwardError(code: .invalidConfiguration, reason: "\(text) is not the address of a server.")
    }
    // The two addresses may be spelled differently.
    let isLast =
      last.map { StandardSessionStorage.name(serverURL: $0.serverURL) }
      == StandardSessionStorage.name(serverURL: url)
    configuration = DoorwardConfiguration(
      serverURL: url,
      applicationID: invocation[.application] ?? environment["DOORWARD_APPLICATION"]
        ?? (isLast ? last?.applicationID : nil),
      // Warnings about the storage of the session are shown at the sign-in only.
      logger: invocation.command.signsIn
        ? DoorwardLogger { level, message in if level >= .warning { Console.say("\(message)") } } : .silent,
      visitors: .staySignedOut, renewsAhead: false, passkeys: SecurityKeys(prompts: .terminal))
    doorward = Doorward(configuration)
  }

  func run() async throws -> Int32 {
    switch invocation.command {
    case .login: try await login(by: way)
    case .signUp: try await login(by: signUpWithPassword)
    case .changePassword: try await changePassword()
    case .resetPassword: try await signIn(by: resetPassword)
    case .listSecondFactors: try await listSecondFactors()
    case .addSecondFactor: try await addSecondFactor()
    case .addCodeFactor: try await addCodeFactor()
    case .removeSecondFactor: try await removeSecondFactor()
    case .replaceRecoveryCodes: try await replaceRecoveryCodes()
    case .listPasskeys: try await listPasskeys()
    case .addPasskey: try await addPasskey()
    case .renamePasskey: try await renamePasskey()
    case .removePasskey: try await removePasskey()
    case .setPhoto: try await setPhoto()
    case .removePhoto: try await removePhoto()
    case .setUsername: try await setUsername()
    case .removeUsername: try await removeUsername()
    case .export: try await export()
    case .deleteAccount: try await deleteAccount()
    case .whoami: try await whoAmI()
    case .token: try await token()
    case .logout: try await logout()
    }
  }

  // MARK: Commands

  /// The way to sign in that the options choose.
  private var way: () async throws -> AuthState {
    if invocation.has(.device) { return loginOnAnotherDevice }
    if invocation.has(.password) { return loginWithPassword }
    if invocation.has(.securityKey) { return loginWithSecurityKey }
    return invocation.has(.code) ? loginWithCode : loginInTheBrowser
  }

  private func login(by way: () async throws -> AuthState) async throws -> Int32 {
    if !invocation.has(.again), let user = try await present() {
      Console.say("You are signed in as \(name(of: user)). --again signs in once more.")
      return 0
    }
    return try await signIn(by: way)
  }

  private func signIn(by way: () async throws -> AuthState) async throws -> Int32 {
    let state = try await keepingAccount(way)
    remembered.keep(configuration)
    if let user = state.user { Console.say("You are signed in as \(name(of: user)).") }
    return 0
  }

  private func loginInTheBrowser() async throws -> AuthState {
    try await doorward.browser.login(prompt: invocation.has(.again) ? .selectAccount : nil) { address in
      do {
        try await SystemBrowser.open(address)
        // The user may return before the program that opened the browser has ended.
        if Task.isCancelled { return }
        Console.say("Your browser opens. If it does not, go to\n\n  \(address.absoluteString)\n")
      } catch {
        // Any browser of this machine can open the address.
        Console.say("Open this address in a browser of this machine:\n\n  \(address.absoluteString)\n")
        Console.say("If there is none, use --device.")
      }
    }
  }

  private func loginOnAnotherDevice() async throws -> AuthState {
    try await doorward.device.login { code in
      let (place, typed) = (code.verificationURL.absoluteString, code.userCode)
      Console.say("On another device, go to\n\n  \(place)\n\nand type\n\n  \(typed)\n")
      Console.say("Waiting …")
    }
  }

  private func whoAmI() async throws -> Int32 {
    guard var user = try await present() else { return signedOut() }
    do {
      user = try await doorward.user.refresh() ?? user
    } catch {
      if error.code == .sessionEnded { return signedOut() }
      // The user is known without the server's confirmation.
      guard error.isRetryable else { throw error }
      Console.say("Not confirmed: \(error.reason)")
    }
    if invocation.has(.json) {
      try Console.print(UserListing(user).json)
    } else {
      try Console.print(UserListing(user).text)
    }
    return 0
  }

  private func token() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    let token = try await doorward.accessToken()
    try Console.print("\(token)")
    return 0
  }

  private func logout() async throws -> Int32 {
    let user = try await present()
    try await doorward.signOut(scope: invocation.has(.everywhere) ? .all : .this)
    guard let user else {
      Console.say("You are not signed in.")
      return 0
    }
    Console.say("\(name(of: user)) is signed out\(invocation.has(.everywhere) ? " everywhere" : "").")
    return 0
  }

  // MARK: The user

  /// The signed-in user, without asking the server.
  func present() async throws -> DoorwardUser? {
    // The state is undetermined while the keyring is locked; the reason says so. A record that cannot be read counts as
    // signed out for a sign-in, which replaces it, and for a sign-out, which removes it.
    if let reason = await doorward.undeterminedReason() {
      guard reason.code == .storageUnreadable, invocation.command.signsIn || invocation.command == .logout
      else { throw reason }
      return nil
    }
    return doorward.currentUser
  }

  func signedOut() -> Int32 {
    Console.say("You are not signed in. doorward-user login signs in.")
    return 1
  }

  func name(of user: DoorwardUser) -> String { UserListing(user).name }
}
