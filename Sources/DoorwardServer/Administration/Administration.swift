package import DoorwardSessions
package import DoorwardStore

/// What an operator does to an installation from the command line, beside a running server or without one.
package struct Administration: Sendable {
  let installation: Installation
  let configuration: ServerConfiguration
  let clock: WallClock

  /// Opens the installation the configuration names.
  ///
  /// - Throws: ``StoreError``, ``MasterKeyError``.
  package static func open(
    _ configuration: ServerConfiguration, clock: WallClock = .system
  ) async throws -> Administration {
    Administration(
      installation: try await Installation.open(configuration, clock: clock), configuration: configuration,
      clock: clock)
  }

  /// As ``open(_:clock:)``, and makes nothing: for what makes sense only where there is an installation.
  ///
  /// - Throws: ``StoreError`` `store_missing` where there is none.
  package static func openExisting(
    _ configuration: ServerConfiguration, clock: WallClock = .system
  ) async throws -> Administration {
    Administration(
      installation: try await Installation.openExisting(configuration, clock: clock),
      configuration: configuration, clock: clock)
  }

  package func close() async { await installation.store.close() }

  /// Opens an installation for as long as `body` runs, and closes it whatever comes of that.
  ///
  /// - Parameters:
  ///   - configuration: what names the installation.
  ///   - making: whether to make what is missing of it, for what makes sense before the first start.
  ///   - body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: what opening and `body` throw.
  package static func using<Value: Sendable>(
    _ configuration: ServerConfiguration, making: Bool = false,
    _ body: (Administration) async throws -> Value
  ) async throws -> Value {
    let administration = try await making ? open(configuration) : openExisting(configuration)
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(administration))
    } catch {
      result = .failure(error)
    }
    await administration.close()
    return try result.get()
  }

  /// The ids of the applications, the default one first.
  package var applicationIDs: [String] { configuration.applications?.map(\.id) ?? ["default"] }

  /// Makes an API key for one application; the key in clear is in the answer and nowhere else.
  ///
  /// - Throws: ``ConfigurationError`` where there is no such application.
  package func createAPIKey(
    name: String, application: String?, scopes: Set<APIKeyScope> = [.introspect]
  ) async throws -> (APIKeyRecord, APIKey) {
    let id = application ?? applicationIDs[0]
    guard applicationIDs.contains(id) else {
      throw ConfigurationError(
        .invalidValue, key: "--application",
        "there is no application \"\(id)\"; there are \(applicationIDs.joined(separator: ", "))")
    }
    let key = try APIKey(random: .system)
    let record = APIKeyRecord(
      id: try APIKeyRecord.ID(at: clock.now, random: .system), applicationID: id, name: name, hash: key.hash,
      scopes: scopes, createdAt: clock.now)
    try await installation.store.write { try $0.insert(record) }
    return (record, key)
  }

  /// Every key, revoked ones included, oldest first.
  package func apiKeys() async throws -> [APIKeyRecord] {
    try await installation.store.read { try $0.apiKeys() }
  }

  /// Ends a key at once; false where there is none to end.
  package func revokeAPIKey(_ id: String) async throws -> Bool {
    let now = clock.now
    return try await installation.store.write { transaction in
      guard var record = try transaction.apiKeys().first(where: { $0.id.text == id }), record.revokedAt == nil
      else {
        return false
      }
      record.revokedAt = now
      try transaction.update(record)
      return true
    }
  }
}
