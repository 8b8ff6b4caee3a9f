import Doorward
import Encodings
import Foundation

/// The tasks of the other process that use the session in its storage, with the server at `SERVER`.
enum SessionTask: String {
  /// Asks for a token, and prints its user.
  case token
  /// Asks for tokens from several tasks at once, for so many milliseconds or until the user is signed out, and prints
  /// the users of the tokens.
  case hammer
  /// Does the same as `hammer`, and changes the profile meanwhile.
  case rename
  /// Prints the state. For each line of its input until `end` it reads the session again and prints the state.
  case attend
  /// Prints the state and every later one until the process is killed. It never asks for the session.
  case watch
  /// Signs out.
  case signOut = "sign-out"
  /// Stores the record in the file at `RECORD`.
  case adopt

  @MainActor func run(_ storage: any SessionStorage, times: Int) async throws {
    let environment = ProcessInfo.processInfo.environment
    if case .adopt = self {
      let record = try Data(contentsOf: URL(fileURLWithPath: environment["RECORD"] ?? ""))
      return try await storage.save(Array(record))
    }
    guard let server = environment["SERVER"].flatMap({ URL(string: $0) }) else { exit(2) }
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: server, storage: storage, clock: ProbeClock.chosen(), logger: .silent,
        visitors: .staySignedOut, renewsAhead: self == .hammer))
    switch self {
    case .token:
      do { ProbeOutput.say("user \(try Self.owner(of: await doorward.accessToken()))") } catch {
        ProbeOutput.say((error as? DoorwardError)?.codeName ?? "\(error)")
      }
    case .hammer, .rename: await hammer(doorward, for: .milliseconds(times))
    case .attend:
      await doorward.retry()
      await sayState(doorward)
      while let line = readLine(), line != "end" {
        await doorward.retry()
        await sayState(doorward)
      }
    case .watch: for await state in doorward.authStates { await say(state, of: doorward) }
    case .signOut:
      await doorward.retry()
      try await doorward.signOut()
    case .adopt: break
    }
  }

  @MainActor private func sayState(_ doorward: Doorward) async {
    for await state in doorward.authStates { return await say(state, of: doorward) }
  }

  @MainActor private func say(_ state: DoorwardAuthState, of doorward: Doorward) async {
    switch state {
    case .undetermined:
      let reason = await doorward.undeterminedReason().map { ": \($0.codeName)" } ?? ""
      ProbeOutput.say("undetermined\(reason)")
    case .authenticated(let user): ProbeOutput.say("user \(user.id)")
    case .anonymous: ProbeOutput.say("anonymous")
    case .guest: ProbeOutput.say("guest")
    case .error(let error): ProbeOutput.say("error: \(error.codeName)")
    }
  }

  private func hammer(_ doorward: Doorward, for time: Duration) async {
    ProbeOutput.say("ready")
    let deadline = ContinuousClock.now + time
    let isRenaming = self == .rename
    let printed = Printed()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          while .now < deadline, await !printed.all.contains("not_signed_in") {
            await printed.print(Self.turn(doorward, isRenaming && number == 0))
            try? await Task.sleep(for: .milliseconds(3))
          }
        }
      }
    }
  }

  /// Prints each result once, when it occurs first.
  private actor Printed {
    private(set) var all: Set<String> = []

    func print(_ line: String) { if all.insert(line).inserted { ProbeOutput.say(line) } }
  }

  private static func turn(_ doorward: Doorward, _ isRenaming: Bool) async -> String {
    let before = await user(doorward)
    do {
      if isRenaming { try await doorward.user.updatePersonalInfo(name: "Name \(Int.random(in: 0..<1000))") }
      let owner = try owner(of: await doorward.accessToken())
      // If one user was signed in before and after the call, the token is of this user.
      let after = await user(doorward)
      return before == after && before != owner ? "mixed up" : "user \(owner)"
    } catch {
      return (error as? DoorwardError)?.codeName ?? "\(error)"
    }
  }

  private static func user(_ doorward: Doorward) async -> String? {
    for await state in doorward.authStates { return state.user?.id }
    return nil
  }

  /// The user that an access token names (RFC 7519 §4.1.2).
  private static func owner(of token: String) throws -> String {
    let payload = try Base64URL.decode(String(token.split(separator: ".").dropFirst().first ?? ""))
    return try JSONParser.parse(payload)["sub"]?.string ?? "no user"
  }
}
