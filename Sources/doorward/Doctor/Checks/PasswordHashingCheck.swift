import DoorwardPasswords
import DoorwardThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures password hashes on this machine, and reports the settings for the target time.
struct PasswordHashingCheck {
  private static let name = "password hashing"
  /// The time of one hash. A user does not notice it, and an attacker needs it for each guess.
  private static let target = Duration.milliseconds(100)
  /// A sign-in that takes longer is an annoyance, and a few users at once keep the machine busy.
  private static let longest = Duration.milliseconds(500)
  /// The part of the machine's memory that all hashes may use at once.
  private static let memoryPart = 4

  func run() async -> Finding {
    await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start { continuation.resume(returning: Self.measure()) }
      if !isStarted {
        continuation.resume(returning: .warning(Self.name, "not measured: the system has no thread left"))
      }
    }
  }

  private static func measure() -> Finding {
    let memory = MachineMemory.bytes
    let budget = memory / memoryPart
    let floor = HashParameters.floor
    let threads = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), max(1, budget / (floor.kibibytes * 1024)))
    let quickest = HashCalibration.time(floor)
    // The time is about proportional to the memory, so that no hash with much more memory has to be tried.
    let affordable = Int(Double(floor.kibibytes) * (target / quickest))
    // Whole MiB.
    let maximum = min(affordable, budget / threads / 1024) / 1024 * 1024
    let chosen = HashCalibration(target: target, maximumKibibytes: maximum).parameters()
    let time = HashCalibration.time(chosen)
    let settings =
      "passwords.memory_kib \(chosen.kibibytes), passwords.passes \(chosen.passes), passwords.threads \(threads)"
    let total = threads * chosen.kibibytes * 1024
    let detail =
      "\(milliseconds(time)) ms a hash with \(settings); all threads use \(total >> 20) of \(memory >> 20) MiB at most"
    if time > longest {
      return .warning(
        name, detail, "this machine is slow; give it a faster processor, or expect slow sign-ins")
    }
    if total > budget {
      return .warning(name, detail, "this machine has little memory; do not run other programs on it")
    }
    return .ok(name, detail)
  }

  private static func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
}
