import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

extension ServerConfiguration {
  /// The configuration with settings of the store for the keys that it does not set itself.
  ///
  /// - Parameter stored: the settings of the store with their secrets.
  /// - Returns: the configuration in force. Its addresses, its storage and its keys are those of this one.
  /// - Throws: ``ConfigurationError`` if a setting is wrong, or does not fit the configuration.
  func applying(_ stored: JSONObject) throws(ConfigurationError) -> ServerConfiguration {
    guard !stored.isEmpty else { return self }
    var stored = stored
    if !isDevelopment, tree.source(of: ["mail", "host"]) == nil, stored.value(at: "mail.host") != nil {
      // An administrator could reach the services beside this one. The configuration overrides it.
      stored.set(.bool(false), at: "mail.allow_private_addresses")
    }
    let merged: ServerConfiguration
    do throws(ConfigurationError) {
      merged = try ServerConfiguration(tree.merged(over: stored, whole: LiveKeys.whole))
    } catch {
      throw tree.source(of: error.key.split(separator: ".").map(String.init)) == nil
        ? error.at("the settings in the store: \(error.key)") : error
    }
    var result = self
    result.lifetimes = merged.lifetimes
    result.rateLimits = merged.rateLimits
    result.limits = merged.limits
    result.delivery = merged.delivery
    result.methods = merged.methods
    result.nearConnect = merged.nearConnect
    return result
  }

  /// What the store may set.
  ///
  /// - Parameters:
  ///   - origin: the account origin.
  ///   - isRunning: whether this is the configuration of a running server, which determines the listed applications.
  /// - Returns: the rules.
  func settingsRules(at origin: WebOrigin, isRunning: Bool) -> SettingsRules {
    @Sendable func sources(_ configuration: ServerConfiguration) -> ApplicationSources {
      isRunning ? configuration.runningSources(at: origin) : configuration.applicationSources(at: origin)
    }
    @Sendable func refused(
      _ configuration: ServerConfiguration, _ records: [ApplicationRecord]
    ) -> [String: ConfigurationError] {
      sources(configuration).read(besides: records, issuer: origin).reduce(into: [:]) { refused, read in
        if case .failure(let error) = read.1 { refused[read.0.id] = error.inside("\"\(read.0.id)\"") }
      }
    }
    return SettingsRules(
      isLive: { LiveKeys.contains(LiveKeys.value(of: $0)) },
      place: { tree.source(of: LiveKeys.value(of: $0).split(separator: ".").map(String.init)) },
      check: { (after, before, records) throws(ConfigurationError) in
        let merged = try applying(after)
        let old = refused((try? applying(before)) ?? self, records)
        if let error = refused(merged, records).first(where: { old[$0.key] == nil })?.value { throw error }
      },
      list: { SettingsCatalog(self, stored: $0).settings })
  }
}
