import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Every check of one installation, in the order of the report.
struct Examination {
  private let arguments: CommandArguments

  init(_ arguments: CommandArguments) { self.arguments = arguments }

  func findings() async -> [Finding] {
    var (checked, findings) = ConfigurationCheck(arguments: arguments).run()
    guard let file = checked else {
      return await findings + LibraryCheck(libraries: ProgramLibraries.line).run()
    }
    do {
      checked = try await InstallationInspection(file).configurationInForce()
    } catch let error as ConfigurationError {
      findings.append(
        .problem(
          "settings", error.description,
          remedy: "correct the key in the configuration, or in the store with doorward settings set"))
    } catch {
      // The checks of the database and of the master key report the failure.
    }
    let configuration = checked ?? file
    var additions = InstallationExamination.Additions()
    // Without applications, the shared checks end before these.
    if let applications = try? await InstallationInspection(configuration).applications() {
      additions.addresses = {
        async let listeners = ListenerCheck(configuration: configuration).run()
        async let origins = OriginCheck(configuration: configuration, applications: applications).run()
        return await listeners + origins
      }
      additions.chains = {
        async let near = NEARCheck(configuration: configuration, applications: applications).run()
        async let script = NEARConnectCheck(configuration: configuration, applications: applications).run()
        let (findings, skew) = await near
        return (await findings + script, skew)
      }
    }
    let settings = configuration.methods[PasswordSettings.self] ?? PasswordSettings()
    additions.measurements = { await Self.passwords(settings) }
    return await findings
      + InstallationExamination(configuration, libraries: ProgramLibraries.line).findings(.whole, additions)
  }

  /// The checks of passwords. They run after the others, because other work on the processors makes hashes slower.
  private static func passwords(_ settings: PasswordSettings) async -> [Finding] {
    await [PasswordHashingCheck(settings: settings).run()] + BlocklistCheck(path: settings.blocklist).run()
      + RangeServiceCheck(settings: settings).run()
  }
}
