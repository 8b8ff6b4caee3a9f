import Testing

@testable import DoorwardPasswords

@Suite("Calibration of the hash parameters")
struct HashCalibrationTests {
  /// A machine whose time grows with memory and passes.
  private static func machine(nanosecondsPerKibibyte: Int) -> @Sendable (HashParameters) -> Duration {
    { .nanoseconds($0.kibibytes * $0.passes * nanosecondsPerKibibyte) }
  }

  @Test func slowMachineGetsTheFloor() {
    let calibration = HashCalibration(target: .milliseconds(100), maximumKibibytes: 262_144)
    #expect(calibration.parameters(measure: Self.machine(nanosecondsPerKibibyte: 100_000)) == .floor)
  }

  @Test func memoryComesBeforePasses() {
    let calibration = HashCalibration(target: .milliseconds(100), maximumKibibytes: 65_536)
    let chosen = calibration.parameters(measure: Self.machine(nanosecondsPerKibibyte: 100))
    #expect(chosen.kibibytes == 65_536)
    #expect(chosen.passes == 15)
  }

  @Test func memoryIsReducedUntilTheTargetIsMet() {
    let calibration = HashCalibration(target: .milliseconds(100), maximumKibibytes: 262_144)
    let chosen = calibration.parameters(measure: Self.machine(nanosecondsPerKibibyte: 500))
    #expect(chosen.kibibytes == 65_536)
    #expect(chosen.passes == 3)
  }

  @Test(arguments: [0, -1, 19_455, Int.max])
  func everyMemoryLimitGivesAllowedParameters(limit: Int) throws {
    let calibration = HashCalibration(target: .milliseconds(1), maximumKibibytes: limit)
    let chosen = calibration.parameters(measure: Self.machine(nanosecondsPerKibibyte: 1_000_000))
    _ = try HashParameters(kibibytes: chosen.kibibytes, passes: chosen.passes)
  }

  /// Eight times the passes take about eight times as long on a real machine.
  @Test func measuredTimeGrowsWithThePasses() throws {
    let more = try HashParameters(kibibytes: HashParameters.floor.kibibytes, passes: 16)
    #expect(HashCalibration.time(more) > HashCalibration.time(.floor) * 2)
  }

  @Test func parametersThatCannotBeAllocatedAreSlowerThanEveryTarget() throws {
    let calibration = HashCalibration(target: .milliseconds(100), maximumKibibytes: 65_536)
    let chosen = calibration.parameters { $0.kibibytes > 40_000 ? .seconds(3600) : .milliseconds(60) }
    #expect(chosen.kibibytes == 32_768)
    #expect(chosen.passes == 3)
  }
}
