import DoorwardAdministration
import DoorwardPasswords
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// The list of all settings of the server, with their values in force.
///
/// The reader of the configuration knows the keys: it reads a configuration in which every section is present.
struct SettingsCatalog {
  private let configuration: ServerConfiguration
  private let stored: JSONObject
  private let merged: ConfigurationTree
  /// The numbers in force, also those that are default values.
  private let numbers: [String: JSONValue]

  /// - Parameters:
  ///   - configuration: the configuration without settings of the store.
  ///   - stored: the settings of the store with their secrets.
  init(_ configuration: ServerConfiguration, stored: JSONObject) {
    self.configuration = configuration
    self.stored = stored
    merged = configuration.tree.merged(over: stored, whole: LiveKeys.whole)
    numbers = ((try? configuration.applying(stored)) ?? configuration).numbers
  }

  var settings: [Setting] {
    var seen: Set<String> = []
    return ServerConfiguration.keys(in: probe).filter { key in
      let isValue = key.kind != .object || LiveKeys.whole.contains(key.path)
      let isInside = LiveKeys.value(of: key.path) != key.path || key.path.contains("[")
      return isValue && !isInside && seen.insert(key.path).inserted
    }.map(setting).sorted { $0.path < $1.path }
  }

  private var probe: JSONObject {
    var root = merged.root
    root["applications"] = JSONValue?.none
    for section in ["delivery", "lifetimes", "limits", "mail", "near", "near_connect", "passwords"]
      + ["rate_limits", "sms"] where root[section]?.object == nil
    {
      root[section] = [:]
    }
    for network in ["mainnet", "testnet"] where root["near"]?[network] == nil {
      root.set([:], at: "near.\(network)")
    }
    return root
  }

  private func setting(_ key: ConfigurationKey) -> Setting {
    let path = key.path
    let isSecret = LiveKeys.secrets.contains(path)
    let place = configuration.tree.source(of: path.split(separator: ".").map(String.init))
    let value = numbers[path] ?? merged.root.value(at: path) ?? .null
    let source: Setting.Source =
      if let place {
        place.hasPrefix("--") ? .commandLine : place.hasPrefix("DOORWARD_") ? .environment : .configuration
      } else {
        stored.value(at: path) == nil ? .standard : .store
      }
    return Setting(
      path: path, kind: key.kind, value: isSecret ? .null : value,
      isSet: source != .standard, source: source, place: place?.isEmpty == true ? nil : place,
      isLive: LiveKeys.contains(path), isSecret: isSecret)
  }
}

extension ServerConfiguration {
  /// The keys that a reader requests of a configuration, which need not be valid.
  fileprivate static func keys(in root: JSONObject) -> [ConfigurationKey] {
    let mistakes = ConfigurationMistakes()
    _ = try? ServerConfiguration(reading: ConfigurationTree(file: root), mistakes)
    return mistakes.keys
  }

  /// The numbers in force, by the paths of their keys.
  fileprivate var numbers: [String: JSONValue] {
    let (rates, guesses) = (rateLimits, rateLimits.guesses)
    var numbers: [String: Int64] = [
      "lifetimes.access_token": lifetimes.accessToken, "lifetimes.session": lifetimes.session,
      "lifetimes.challenge": lifetimes.challenge, "lifetimes.recent_sign_in": lifetimes.recentSignIn,
      "lifetimes.near_key_check": lifetimes.proofCheck, "lifetimes.anonymous_user": lifetimes.anonymousUser,
      "lifetimes.event": lifetimes.event,
      "limits.sessions_per_user": limits.sessionsPerUser,
      "limits.identities_per_user": limits.identitiesPerUser,
      "limits.new_identity_hold": limits.newIdentityHold, "limits.deletion_grace": limits.deletionGrace,
      "limits.waiting_devices_per_network": limits.waitingDevicesPerNetwork,
      "limits.waiting_devices_per_client": limits.waitingDevicesPerClient,
      "rate_limits.code_pause": rates.codePause,
      "rate_limits.code_per_hour_and_address": rates.codePerHourAndAddress,
      "rate_limits.code_per_hour_and_network": rates.codePerHourAndNetwork,
      "rate_limits.sign_in_per_minute": rates.signInPerMinute,
      "rate_limits.challenge_per_minute": rates.challengePerMinute,
      "rate_limits.browser_sign_in_per_minute": rates.browserSignInPerMinute,
      "rate_limits.refresh_per_minute": rates.refreshPerMinute,
      "rate_limits.device_per_minute": rates.devicePerMinute,
      "rate_limits.account_write_per_minute": rates.accountWritePerMinute,
      "rate_limits.api_key_failure_per_minute": rates.apiKeyFailurePerMinute,
      "rate_limits.user_code_per_session": rates.userCodePerSession,
      "rate_limits.guesses_per_challenge": guesses.perChallenge,
      "rate_limits.guesses_without_pause": guesses.free,
      "rate_limits.guesses_per_identifier": guesses.perIdentifier,
      "rate_limits.longest_guess_pause": guesses.longestPause, "rate_limits.guess_memory": guesses.memory,
    ]
    if let passwords = methods[PasswordSettings.self] {
      numbers["passwords.memory_kib"] = Int64(passwords.parameters.kibibytes)
      numbers["passwords.passes"] = Int64(passwords.parameters.passes)
      numbers["passwords.queue"] = Int64(passwords.queueLimit)
      numbers["passwords.minimum_length"] = Int64(passwords.rules.minimumLength)
      numbers["passwords.minimum_length_with_second_factor"] = Int64(
        passwords.rulesWithSecondFactor.minimumLength)
    }
    return numbers.mapValues { .integer($0) }
  }
}
