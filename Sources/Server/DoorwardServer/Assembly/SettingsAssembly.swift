import DoorwardAdministration
import DoorwardSessions
import DoorwardStore

/// The acts on the settings of the server and of applications, of a running server and of commands.
struct SettingsAssembly {
  let settings: SettingsActs
  let applications: ApplicationActs
  let changes: ChangeActs

  /// - Parameters:
  ///   - installation: the store and its keys.
  ///   - configuration: the configuration in force.
  ///   - base: the configuration without the settings of the store.
  ///   - origin: the account origin.
  ///   - clock: the clock.
  ///   - random: the source of secrets and ids.
  ///   - isRunning: whether the configuration is that of a running server.
  /// - Throws: ``MasterKeyError``.
  init(
    _ installation: Installation, _ configuration: ServerConfiguration, base: ServerConfiguration,
    origin: WebOrigin, clock: WallClock, random: RandomSource, isRunning: Bool
  ) throws {
    let seal = SettingsSeal(key: try installation.key(for: .settings))
    let history = SettingsHistory(seal: seal, random: random)
    settings = SettingsActs(
      store: installation.store, clock: clock, rules: base.settingsRules(at: origin, isRunning: isRunning),
      history: history)
    applications = ApplicationActs(
      store: installation.store, clock: clock, random: random,
      sources: { snapshot in
        // Another process may have changed the settings a moment ago.
        let stored = try snapshot.settings()
        let inForce = (try? base.applying(seal.opened(stored))) ?? configuration
        return isRunning ? inForce.runningSources(at: origin) : inForce.applicationSources(at: origin)
      },
      issuer: origin, history: history,
      makeSigningKey: { try await installation.makeSigningKey(for: $0, clock: clock) })
    changes = ChangeActs(
      store: installation.store, settings: settings, applications: applications, seal: seal)
  }
}
