import Doorward
import Encodings
import Foundation

/// What the other process can be asked to do with the session in its storage, with the server at `SERVER`.
enum SessionTask: String {
  /// Asks for a token, and says whose it is.
  case token
  /// Asks for tokens from several tasks at once, for so many milliseconds or until nobody is signed in, and says
  /// whose they were.
  case hammer
  /// Does that and changes the profile meanwhile.
  case rename
  /// Says who is signed in; then, for each line it is told until `end`, reads the session again and says that.
  case attend
  /// Signs out.
  case signOut = "sign-out"
  /// Keeps the record in the file at `RECORD`.
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
        visitors: .stayNobody, renewsAhead: self == .hammer))
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
    case .signOut:
      await doorward.retry()
      try await doorward.signOut()
    case .adopt: break
    }
  }

  @MainActor private func sayState(_ doorward: Doorward) async {
    let reason = await doorward.undeterminedReason().map { ": \($0.codeName)" } ?? ""
    for await state in doorward.authStates {
      switch state {
      case .undetermined: ProbeOutput.say("undetermined\(reason)")
      case .authenticated(let user): ProbeOutput.say("user \(user.id)")
      case .anonymous: ProbeOutput.say("anonymous")
      case .guest: ProbeOutput.say("guest")
      case .error(let error): ProbeOutput.say("error: \(error.codeName)")
      }
      return
    }
  }

  private func hammer(_ doorward: Doorward, for time: Duration) async {
    ProbeOutput.say("ready")
    let deadline = ContinuousClock.now + time
    let isRenaming = self == .rename
    let heard = Heard()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          while .now < deadline, await !heard.all.contains("not_signed_in") {
            await heard.hear(Self.turn(doorward, isRenaming && number == 0))
            try? await Task.sleep(for: .milliseconds(3))
          }
        }
      }
    }
  }

  /// What was heard, each thing said once, when it is heard first.
  private actor Heard {
    private(set) var all: Set<String> = []

    func hear(_ line: String) { if all.insert(line).inserted { ProbeOutput.say(line) } }
  }

  private static func turn(_ doorward: Doorward, _ isRenaming: Bool) async -> String {
    let before = await user(doorward)
    do {
      if isRenaming { try await doorward.user.updatePersonalInfo(name: "Name \(Int.random(in: 0..<1000))") }
      let owner = try owner(of: await doorward.accessToken())
      // While one and the same user was signed in, no token was another's.
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
    return try JSONParser.parse(payload)["sub"]?.string ?? "nobody"
  }
}
