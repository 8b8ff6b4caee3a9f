import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the settings, the applications and the signing keys of a running server up to date with the store, which other processes
/// change.
struct LiveApplications: Sendable {
  /// The longest time between two reads of the store. Every process must notice a change within 2 seconds.
  static let interval = Duration.seconds(1)

  let directory: ApplicationDirectory
  private let store: any Store
  /// The configuration without the settings of the store.
  private let base: ServerConfiguration
  /// The configuration in force.
  private let current: Monitor<ServerConfiguration>
  private let seal: SettingsSeal
  private let origin: WebOrigin
  private let signingKeys: SigningKeys
  private let logger: Logger
  private let known: Known

  /// The state of the store that the server follows.
  private struct Known: Sendable {
    var revision: Int64
    var settings: Int64
    /// The settings that the server could not use, for example because it cannot read a file that they need. It tries again.
    var unusable: Int64?
    /// Empty before the first read, which then reads the keys into the server once more.
    var keys: [SigningKeyRecord] = []
  }

  /// Reads the settings of the store, writes the applications of the configuration to the store and reads all applications.
  ///
  /// - Parameters:
  ///   - base: the configuration without the settings of the store.
  ///   - seal: opens the settings of the store.
  ///   - origin: the account origin, which is the issuer of tokens.
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - signingKeys: the keys. They are read again before an application changes.
  ///   - logger: the log.
  ///   - dashboard: makes the client for the administration from the default application.
  /// - Throws: ``ConfigurationError`` if the settings of the store, a listed application, or the default application in the store
  ///   are refused;
  ///   ``StoreError``.
  init(
    _ base: ServerConfiguration, seal: SettingsSeal, origin: WebOrigin, store: any Store, clock: WallClock,
    signingKeys: SigningKeys, logger: Logger,
    dashboard: @escaping @Sendable (Application) -> Application? = { _ in nil }
  ) async throws {
    self.base = base
    self.seal = seal
    self.store = store
    self.signingKeys = signingKeys
    self.origin = origin
    self.logger = logger
    let now = clock.now
    let listed = base.listedApplications ?? []
    let settings = try await store.read { try $0.settings() }
    let configuration = try base.applying(seal.opened(settings))
    current = Monitor(configuration)
    let sources = configuration.runningSources(at: origin)
    let (records, revision) = try await store.write { transaction in
      try Self.seed(listed, of: sources, at: now, in: transaction)
      return (try transaction.applications(), try transaction.applicationRevision())
    }
    known = Known(revision: revision, settings: settings.revision)
    let applications = try sources.applications(besides: records, issuer: origin)
    try sources.requireListed(in: applications)
    directory = ApplicationDirectory(
      applications.standard, applications.others, dashboard: dashboard)
    report(applications)
  }

  /// The configuration in force.
  var configuration: ServerConfiguration { current.withLock { $0 } }

  /// Reads the store repeatedly until the task is cancelled.
  ///
  /// - Parameter useSettings: uses a configuration whose settings have changed.
  /// - Returns: the task.
  func start(_ useSettings: @escaping @Sendable (ServerConfiguration) throws -> Void) -> Task<Void, Never> {
    Task {
      var known = self.known
      while !Task.isCancelled {
        await store.awaitChange(atMost: Self.interval)
        do {
          known = try await update(since: known, useSettings)
        } catch is StoreError {
          // Requests report the failure of the store. The next read repeats this one.
        } catch {
          logger.log(.error, "the applications cannot be read", LoggedError.members(of: error))
        }
      }
    }
  }

  /// Replaces the settings, the applications and the signing keys that have changed in the store.
  ///
  /// - Parameters:
  ///   - known: the state that the server has.
  ///   - useSettings: uses a configuration whose settings have changed.
  /// - Returns: the state of the store.
  /// - Throws: ``StoreError``; the errors of reading the signing keys.
  private func update(
    since known: Known, _ useSettings: @Sendable (ServerConfiguration) throws -> Void
  ) async throws -> Known {
    var (found, settings, records) = try await store.read { snapshot in
      let settings = try snapshot.settings()
      let found = Known(
        revision: try snapshot.applicationRevision(), settings: settings.revision,
        keys: try snapshot.signingKeys())
      let isSame = found.revision == known.revision && found.settings == known.settings
      return (found, settings, isSame ? nil : try snapshot.applications())
    }
    // Before the applications: one may sign its ID tokens with a key that was made for it.
    if found.keys != known.keys { try await signingKeys.reload() }
    guard let records else { return found }
    if found.settings != known.settings, let fresh = read(settings) {
      do {
        try useSettings(fresh)
        current.withLock { $0 = fresh }
        logger.log(.notice, "the settings have changed", ["version": .string("\(settings.revision)")])
      } catch {
        (found.unusable, found.settings) = (found.settings, known.settings)
        // The next read tries again.
        if found.unusable == known.unusable, found.revision == known.revision { return found }
        logger.log(.error, "the changed settings cannot be used", LoggedError.members(of: error))
      }
    }
    let applications = try configuration.runningSources(at: origin).applications(
      besides: records, issuer: origin, default: directory.standard)
    directory.replace(applications.standard, applications.others)
    if found.revision != known.revision {
      logger.log(.notice, "the applications have changed", ["applications": .strings(applications.ids)])
    }
    report(applications)
    return found
  }

  /// Reads changed settings. Settings that do not fit the configuration of this process are reported, and those before stay.
  ///
  /// - Returns: the configuration with them; nil if they are refused.
  private func read(_ settings: SettingsRecord) -> ServerConfiguration? {
    do {
      return try base.applying(seal.opened(settings))
    } catch let error as ConfigurationError {
      logger.log(
        .error, "the settings in the store are refused",
        ["key": .string(error.key), "reason": .string(error.reason)])
    } catch {
      logger.log(.error, "the settings in the store cannot be read", LoggedError.members(of: error))
    }
    return nil
  }

  /// Makes the store's copy of the configuration equal to the configuration, and ends the applications that are gone.
  private static func seed(
    _ listed: [JSONObject], of sources: ApplicationSources, at now: Date,
    in transaction: any StoreWriting
  ) throws {
    let stored = try transaction.applications().filter { $0.source == .configuration }
    let records = listed.enumerated().map { index, settings in
      ApplicationRecord(
        id: settings["id"]?.string ?? "", settings: settings, source: .configuration,
        position: Int64(index))
    }
    for record in records where !stored.contains(record) { try transaction.put(record) }
    let removed = stored.map(\.id).filter { id in !records.contains { $0.id == id } }
    guard !removed.isEmpty else { return }
    try sources.remove(removed, source: .configuration, at: now, in: transaction)
  }

  private func report(_ applications: ApplicationList) {
    for (id, error) in applications.refused.sorted(by: { $0.key < $1.key }) {
      logger.log(
        .error, "an application in the store is refused",
        ["application": .string(id), "key": .string(error.key), "reason": .string(error.reason)])
    }
  }
}
