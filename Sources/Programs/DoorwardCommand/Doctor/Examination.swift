import DoorwardCommandLine
import DoorwardPhotos
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
    guard let file = checked else { return await findings + LibraryCheck().run() }
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
    let applications: ApplicationList
    do {
      applications = try await InstallationInspection(configuration).applications()
    } catch let error as ConfigurationError {
      return findings + [ApplicationCheck.refused(error)]
    } catch {
      // The check of the database reports the failure.
      return await findings + InstallationCheck(configuration: configuration).run().findings
        + LibraryCheck().run()
    }
    // The checks that wait for other servers run concurrently.
    async let near = NEARCheck(configuration: configuration, applications: applications).run()
    async let script = NEARConnectCheck(configuration: configuration, applications: applications).run()
    async let origins = OriginCheck(configuration: configuration, applications: applications).run()
    async let listeners = ListenerCheck(configuration: configuration).run()
    async let mail = MailCheck(configuration: configuration).run()
    let installation = await InstallationCheck(configuration: configuration).run()
    let (nearFindings, skew) = await near
    return await findings + ApplicationCheck(configuration: configuration, applications: applications).run()
      + installation.findings
      + listeners + origins
      + ClockCheck(newestSigningKey: installation.newestSigningKey, aheadOfBlocks: skew).run()
      + RateLimitCheck(configuration: configuration).run() + nearFindings + script
      + [
        mail, SMSCheck(configuration: configuration).run(), TemplateCheck(configuration: configuration).run(),
      ]
      + passwords(configuration.methods[PasswordSettings.self] ?? PasswordSettings()) + LibraryCheck().run()
  }

  /// The checks of passwords. They run after the others, because other work on the processors makes hashes slower.
  private func passwords(_ settings: PasswordSettings) async -> [Finding] {
    await [PasswordHashingCheck(settings: settings).run()] + BlocklistCheck(path: settings.blocklist).run()
      + RangeServiceCheck(settings: settings).run()
  }
}

/// The libraries that the program uses.
struct LibraryCheck {
  func run() async -> [Finding] { await [.ok("libraries", ProgramLibraries.line), photos()] }

  private func photos() async -> Finding {
    do throws(PhotoError) {
      guard let problem = try await PhotoWorker(.own).problem() else {
        return .ok("photos", "the decoder works")
      }
      throw problem
    } catch {
      return .warning("photos", error.reason, remedy: "until then users cannot upload photos")
    }
  }
}
