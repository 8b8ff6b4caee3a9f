import DoorwardAdministration
import DoorwardCommandLine
import DoorwardPasswords
import DoorwardSignIn
import DoorwardSystem

/// Measures password hashes on this machine with the configured parameters, and reports parameters for the target time.
struct PasswordHashingCheck {
  private static let name = "password hashing"
  /// The time of one hash. A user does not notice it, and an attacker needs it for each guess.
  private static let target = Duration.milliseconds(100)
  /// Slower hashes delay each sign-in noticeably, and a few sign-ins at once keep the machine busy.
  private static let longest = Duration.milliseconds(500)
  /// All hashes at once may use this part of the memory, one in four.
  private static let memoryPart = 4

  let settings: PasswordSettings

  func run() async -> Finding {
    await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start { continuation.resume(returning: measure()) }
      if !isStarted {
        continuation.resume(returning: .warning(Self.name, "not measured: the system cannot start a thread"))
      }
    }
  }

  private func measure() -> Finding {
    let memory = MachineMemory.bytes
    let processors = Processors.count
    let threads = settings.threads ?? processors
    let time = HashCalibration.time(settings.parameters)
    let used = Self.bytes(settings.parameters, threads)
    let imported = threads * HashBounds().kibibytes * 1024
    let budget = memory / Self.memoryPart
    let detail =
      "a hash takes \(Int((time / .milliseconds(1)).rounded(.up))) ms; "
      + "\(threads) threads use \(used >> 20) of \(memory >> 20) MiB, \(imported >> 20) for imported hashes. "
      + Self.recommendation(budget: budget, processors: processors)
    if time > Self.longest {
      return .warning(Self.name, detail, remedy: "lower passwords.memory_kib or passwords.passes")
    }
    if used > budget {
      return .warning(Self.name, detail, remedy: "lower passwords.threads or passwords.memory_kib")
    }
    return .ok(Self.name, detail)
  }

  /// The strongest parameters with which a hash takes at most the target time.
  private static func recommendation(budget: Int, processors: Int) -> String {
    let floor = HashParameters.floor
    let threads = min(processors, max(1, budget / bytes(floor, 1)))
    // The time is about proportional to the memory, so that no hash with much more memory has to be tried.
    let affordable = Int(Double(floor.kibibytes) * (target / HashCalibration.time(floor)))
    let wholeMebibytes = min(affordable, budget / threads / 1024) / 1024 * 1024
    let chosen = HashCalibration(target: target, maximumKibibytes: wholeMebibytes).parameters()
    return """
      For \(Int(target / .milliseconds(1))) ms: passwords.memory_kib \(chosen.kibibytes), \
      passwords.passes \(chosen.passes), passwords.threads \(threads), which use \
      \(bytes(chosen, threads) >> 20) MiB
      """
  }

  private static func bytes(_ parameters: HashParameters, _ threads: Int) -> Int {
    threads * parameters.kibibytes * 1024
  }
}

/// Checks that the file of known passwords can be read.
struct BlocklistCheck {
  private static let name = "known passwords"

  /// The file; nil if there is none.
  let path: String?

  func run() -> [Finding] {
    guard let path else { return [] }
    do {
      let list = try PasswordBlocklist(path: path)
      return [.ok(Self.name, "\(path), \(list.count) passwords")]
    } catch {
      return [.problem(Self.name, error.reason, remedy: "build it with doorward passwords import")]
    }
  }
}

/// Checks that the range service for breached passwords answers.
struct RangeServiceCheck {
  private static let name = "breached passwords"

  let settings: PasswordSettings

  func run() async -> [Finding] {
    guard let url = settings.rangeURL, let service = settings.rangeService() else { return [] }
    guard await service.answers() else {
      return [
        .problem(
          Self.name, "\(url) does not answer with a range, so breached passwords are accepted",
          remedy:
            "check passwords.range_url and the network connection; a service with a private address needs range_allow_private_addresses"
        )
      ]
    }
    return [.ok(Self.name, "\(url) answers")]
  }
}
