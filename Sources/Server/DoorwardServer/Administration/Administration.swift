import DoorwardAdministration
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operator's commands on an installation. They work while a server runs and while it does not.
package struct Administration: Sendable {
  let installation: Installation
  /// The configuration in force.
  let configuration: ServerConfiguration
  /// The configuration without the settings of the store.
  let base: ServerConfiguration
  let clock: WallClock
  /// The name of the operator's account on this machine, for the log.
  let operatorName: String

  /// Opens the configured installation and makes its missing parts.
  ///
  /// - Throws: ``StoreError``, ``MasterKeyError``.
  package static func open(
    _ configuration: ServerConfiguration, clock: WallClock = .system,
    operatorName: String = OperatorAccount.name
  ) async throws -> Administration {
    try await Administration(
      Installation.open(configuration, clock: clock), configuration, clock, operatorName)
  }

  /// Opens an installation whose database exists. Use it for commands that need an existing installation.
  ///
  /// - Throws: ``StoreError`` `store_missing` if there is no database; ``MasterKeyError``.
  package static func openExisting(
    _ configuration: ServerConfiguration, clock: WallClock = .system,
    operatorName: String = OperatorAccount.name
  ) async throws -> Administration {
    try await Administration(
      Installation.openExisting(configuration, clock: clock), configuration, clock, operatorName)
  }

  private init(
    _ installation: Installation, _ base: ServerConfiguration, _ clock: WallClock, _ operatorName: String
  ) async throws {
    do {
      let settings = try await installation.store.read { try $0.settings() }
      configuration = try base.applying(
        SettingsSeal(key: installation.key(for: .settings)).opened(settings))
    } catch is ConfigurationError {
      // A server refuses these settings. A command must be able to correct them.
      configuration = base
    } catch {
      await installation.store.close()
      throw error
    }
    self.installation = installation
    self.base = base
    self.clock = clock
    self.operatorName = operatorName
  }

  package func close() async { await installation.store.close() }

  /// Opens an installation, runs `body` and closes the installation, also after an error.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the installation.
  ///   - making: whether to make the missing parts of the installation, for commands before the first start.
  ///   - body: the work.
  /// - Returns: the value of `body`.
  /// - Throws: the error of the opening or of `body`.
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

  private var backendKeys: BackendKeyActs {
    BackendKeyActs(store: installation.store, clock: clock, random: .system)
  }

  /// Makes an API key for one application. The store keeps only a hash, so the answer is the only copy of the key.
  ///
  /// - Throws: ``ConfigurationError`` if there is no such application; ``StoreError``.
  package func createAPIKey(
    name: String, application: String?, scopes: Set<APIKeyScope> = [.introspect]
  ) async throws -> (APIKeyRecord, APIKey) {
    let ids = try await effectiveApplications().map(\.id)
    let id = application ?? ids[0]
    return try await act(.apiKeyCreation, SecurityLog.Details(application: id)) { details in
      guard ids.contains(id) else {
        throw ConfigurationError(
          .invalidValue, key: "--application",
          "there is no application \"\(id)\"; there are \(ids.joined(separator: ", "))")
      }
      let (record, key) = try await backendKeys.create(name, for: id, scopes, by: origin)
      details.key = record.id.text
      return (record, key)
    }
  }

  /// Every API key, oldest first. Revoked keys are included.
  package func apiKeys() async throws -> [APIKeyRecord] {
    try await backendKeys.all()
  }

  /// Revokes a key immediately; false if no valid key has this ID.
  package func revokeAPIKey(_ id: String) async throws -> Bool {
    try await actIfFound(.apiKeyRevocation) { details -> Bool in
      let revoked = try await backendKeys.revoke(id, by: origin)
      details.application = revoked?.applicationID
      details.key = revoked?.id.text
      return revoked != nil
    }
  }
}

/// The account of the person who runs a command.
package enum OperatorAccount {
  /// The name of the account. With sudo(8), it is the account that has run sudo.
  package static var name: String {
    if geteuid() == 0, let name = getenv("SUDO_USER") { return String(cString: name) }
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(getuid(), &account, &texts, texts.count, &found) == 0, found != nil,
      let name = account.pw_name
    else { return "\(getuid())" }
    return String(cString: name)
  }
}
