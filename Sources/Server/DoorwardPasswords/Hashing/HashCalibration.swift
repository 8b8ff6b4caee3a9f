import DoorwardSodium
import DoorwardSystem

/// Chooses the parameters of new hashes for a machine by measuring.
package struct HashCalibration: Sendable {
  /// The time that one hash should take at most.
  package var target: Duration
  /// The memory that one hash may use, in KiB.
  package var maximumKibibytes: Int

  /// Makes a calibration.
  ///
  /// - Parameters:
  ///   - target: the time of one hash; a tenth of a second is usual.
  ///   - maximumKibibytes: the memory for all hashes at once, divided by the number of threads of the pool.
  package init(target: Duration, maximumKibibytes: Int) {
    self.target = target
    self.maximumKibibytes = maximumKibibytes
  }

  /// The strongest parameters that keep to the target, or the floor if the machine is too slow for it. Memory comes
  /// before passes, because memory costs an attacker more (RFC 9106 §4).
  ///
  /// Call it on a thread that may block. It takes a few times the target.
  ///
  /// - Parameter measure: the time of one hash; by default the real time on this machine.
  /// - Returns: the parameters.
  package func parameters(
    measure: (HashParameters) -> Duration = HashCalibration.time
  ) -> HashParameters {
    let floor = HashParameters.floor
    var kibibytes = min(max(maximumKibibytes, floor.kibibytes), HashParameters.ceiling.kibibytes)
    var elapsed = measure(HashParameters(unchecked: kibibytes, floor.passes))
    while elapsed > target, kibibytes > floor.kibibytes {
      kibibytes = max(kibibytes / 2, floor.kibibytes)
      elapsed = measure(HashParameters(unchecked: kibibytes, floor.passes))
    }
    guard elapsed > .zero, elapsed < target else { return HashParameters(unchecked: kibibytes, floor.passes) }
    // The time grows linearly with the passes.
    let passes = min(Int(Double(floor.passes) * (target / elapsed)), HashParameters.ceiling.passes)
    return HashParameters(unchecked: kibibytes, max(passes, floor.passes))
  }

  /// The time of one hash on this thread: the shortest of three, because other work only adds time.
  package static func time(_ parameters: HashParameters) -> Duration {
    let secret = WipedBytes([UInt8](repeating: 0, count: 32))
    var shortest = Duration.seconds(3600)
    for _ in 0..<3 {
      let start = MonotonicTime.now
      // A failed allocation is slower than any target, so that less memory is tried.
      guard (try? Argon2.hash(secret, kibibytes: parameters.kibibytes, passes: parameters.passes)) != nil
      else {
        return .seconds(3600)
      }
      let elapsed = MonotonicTime.now.nanoseconds - start.nanoseconds
      shortest = min(shortest, .nanoseconds(Int64(clamping: elapsed)))
    }
    return shortest
  }
}
