package import DoorwardAdministration
package import DoorwardPhotos
import DoorwardSessions
package import DoorwardStore

/// The checks that `doorward doctor` and a running server share, in the order of the report.
package struct InstallationExamination: Sendable {
  private let configuration: ServerConfiguration
  private let libraries: String
  private let photos: PhotoWorker?
  private let clock: WallClock

  /// - Parameters:
  ///   - configuration: the configuration in force.
  ///   - libraries: the libraries of the program and their versions.
  ///   - photos: decodes photos; nil for the worker of this program.
  ///   - clock: the clock.
  package init(
    _ configuration: ServerConfiguration, libraries: String, photos: PhotoWorker? = nil,
    clock: WallClock = .system
  ) {
    self.configuration = configuration
    self.libraries = libraries
    self.photos = photos
    self.clock = clock
  }

  /// Further checks of a command, by their place in the report.
  package struct Additions: Sendable {
    /// After the installation: ports and addresses.
    package var addresses: @Sendable () async -> [Finding] = { [] }
    /// The seconds by which the newest known block is ahead of the clock, and the checks after the limits.
    package var chains: @Sendable () async -> (findings: [Finding], skew: Int64?) = { ([], nil) }
    /// After the messages.
    package var measurements: @Sendable () async -> [Finding] = { [] }

    package init() {}
  }

  /// Examines the installation.
  ///
  /// - Parameters:
  ///   - depth: how much of the database is read.
  ///   - additions: further checks.
  /// - Returns: the findings.
  package func findings(
    _ depth: InstallationInspection.Depth, _ additions: Additions = Additions()
  ) async -> [Finding] {
    let inspection = InstallationInspection(configuration, clock: clock)
    let applications: [Finding]
    do {
      applications = ApplicationCheck(
        configuration: configuration, applications: try await inspection.applications()
      ).run()
    } catch let error as ConfigurationError {
      return [ApplicationCheck.refused(error)]
    } catch {
      // The check of the database reports the failure.
      let installation = await InstallationCheck(inspection, depth: depth, at: clock.now).run()
      return await installation.findings + LibraryCheck(libraries: libraries, worker: photos).run()
    }
    // The checks that wait for other servers run concurrently.
    async let chains = additions.chains()
    async let addresses = additions.addresses()
    async let mail = MailCheck(configuration: configuration).run()
    let installation = await InstallationCheck(inspection, depth: depth, at: clock.now).run()
    let (chainFindings, skew) = await chains
    return await applications + installation.findings + addresses
      + ClockCheck(
        now: clock.now, newestSigningKey: installation.newestSigningKey, aheadOfBlocks: skew
      ).run()
      + RateLimitCheck(configuration: configuration).run() + chainFindings
      + [
        mail, SMSCheck(configuration: configuration).run(), TemplateCheck(configuration: configuration).run(),
      ]
      + additions.measurements() + LibraryCheck(libraries: libraries, worker: photos).run()
  }
}

/// The libraries that the program uses.
package struct LibraryCheck: Sendable {
  private let libraries: String
  private let worker: PhotoWorker?

  /// - Parameters:
  ///   - libraries: the libraries and their versions.
  ///   - worker: decodes photos; nil for the worker of this program.
  package init(libraries: String, worker: PhotoWorker? = nil) {
    self.libraries = libraries
    self.worker = worker
  }

  package func run() async -> [Finding] { await [.ok("libraries", libraries), photos()] }

  private func photos() async -> Finding {
    do throws(PhotoError) {
      let worker = if let worker { worker } else { try await PhotoWorker(.own) }
      guard let problem = await worker.problem() else {
        return .ok("photos", "the decoder works")
      }
      throw problem
    } catch {
      return .warning("photos", error.reason, remedy: "until then users cannot upload photos")
    }
  }
}
