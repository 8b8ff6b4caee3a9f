import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// Keeps the applications of a running server up to date with the store, which other processes change.
struct LiveApplications: Sendable {
  /// The time between two looks at the store. Every process must notice a change within 2 seconds.
  static let interval = Duration.seconds(1)

  let directory: ApplicationDirectory
  private let store: any Store
  private let configuration: ServerConfiguration
  private let origin: WebOrigin
  private let signingKeys: SigningKeys
  private let logger: Logger
  private let revision: Int64

  /// Writes the applications of the configuration to the store and reads all applications.
  ///
  /// - Throws: ``ConfigurationError`` if an application does not fit the origin; ``StoreError``.
  init(
    _ configuration: ServerConfiguration, origin: WebOrigin, store: any Store, signingKeys: SigningKeys,
    logger: Logger
  ) async throws {
    // The loader checks this too, except if the origin is known only after the listener is bound.
    try configuration.checkAudiences(besides: origin)
    self.store = store
    self.signingKeys = signingKeys
    self.configuration = configuration
    self.origin = origin
    self.logger = logger
    let listed = configuration.listedApplications ?? []
    let (records, revision) = try await store.write { transaction in
      try Self.seed(listed, in: transaction)
      return (try transaction.applications(), try transaction.applicationRevision())
    }
    self.revision = revision
    let applications = try Self.read(records, configuration, origin, logger)
    directory = ApplicationDirectory(applications.standard, applications.others)
  }

  /// Looks at the store until the task is cancelled.
  func start() -> Task<Void, Never> {
    Task {
      var known = revision
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.interval)
        // The next look repeats a failed one. Requests report the failure of the store.
        known = (try? await update(since: known)) ?? known
      }
    }
  }

  /// Replaces the applications if the store has changed.
  ///
  /// - Parameter known: the revision of the applications that the server has.
  /// - Returns: the revision of the applications in the store.
  /// - Throws: ``StoreError``.
  private func update(since known: Int64) async throws -> Int64 {
    let revision = try await store.read { try $0.applicationRevision() }
    guard revision != known else { return known }
    let (records, current) = try await store.read { (try $0.applications(), try $0.applicationRevision()) }
    do {
      let applications = try Self.read(records, configuration, origin, logger)
      // An application may sign its ID tokens with a key that was made for it.
      try await signingKeys.reload()
      directory.replace(applications.standard, applications.others)
      logger.log(.notice, "the applications have changed", ["applications": .strings(applications.ids)])
    } catch let error as ConfigurationError {
      logger.log(.error, "the default application in the store is refused", LoggedError.members(of: error))
    }
    return current
  }

  /// Makes the store's copy of the configuration equal to the configuration.
  private static func seed(_ listed: [JSONObject], in transaction: any StoreWriting) throws {
    let stored = try transaction.applications()
    let records = listed.enumerated().map { index, settings in
      ApplicationRecord(
        id: settings["id"]?.string ?? "", settings: settings, source: .configuration,
        position: Int64(index))
    }
    for record in records where !stored.contains(record) { try transaction.put(record) }
    for record in stored
    where record.source == .configuration && !records.contains(where: { $0.id == record.id }) {
      try transaction.removeApplication(record.id)
    }
  }

  private static func read(
    _ records: [ApplicationRecord], _ configuration: ServerConfiguration, _ origin: WebOrigin,
    _ logger: Logger
  ) throws(ConfigurationError) -> ApplicationList {
    try configuration.applications(besides: records, origin: origin) { id, error in
      logger.log(
        .error, "an application in the store is refused",
        ["application": .string(id), "key": .string(error.key), "reason": .string(error.reason)])
    }
  }
}
