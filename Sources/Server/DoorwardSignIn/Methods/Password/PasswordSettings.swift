import DoorwardCurl
import DoorwardDelivery
package import DoorwardPasswords
package import DoorwardServerRules
import DoorwardSessions

/// The server's settings of passwords.
package struct PasswordSettings: Sendable {
  package var parameters = HashParameters.floor
  /// The most hashes at the same time; nil for one for each processor.
  package var threads: Int?
  /// The most hashes that wait.
  package var queueLimit = 256
  /// The rules of new passwords, if one of the applications that offer passwords does not require a second factor.
  package var rules = PasswordRules.alone
  /// The rules of new passwords, if each of these applications requires a second factor.
  package var rulesWithSecondFactor = PasswordRules.withSecondFactor
  /// The file of a list of known passwords.
  package var blocklist: String?
  /// The URL of a range service for breached passwords.
  package var rangeURL: String?
  /// Whether the range service may be in the operator's own network.
  package var rangeAllowsPrivateAddresses = false

  package init() {}

  /// Reads `passwords`.
  init(_ configuration: inout ConfigurationReader) {
    guard var reader = configuration.object("passwords") else { return }
    let kibibytes = reader.integer("memory_kib", in: 19_456...1_048_576) ?? Int64(parameters.kibibytes)
    let passes = reader.integer("passes", in: 2...64) ?? Int64(parameters.passes)
    parameters = (try? HashParameters(kibibytes: Int(kibibytes), passes: Int(passes))) ?? parameters
    threads = reader.integer("threads", in: 1...1024).map(Int.init)
    queueLimit = reader.integer("queue", in: 1...100_000).map(Int.init) ?? queueLimit
    // A shorter password can be guessed, unless a second factor follows.
    rules.minimumLength = reader.integer("minimum_length", in: 12...64).map(Int.init) ?? rules.minimumLength
    rulesWithSecondFactor.minimumLength =
      reader.integer("minimum_length_with_second_factor", in: 8...64).map(Int.init)
      ?? rulesWithSecondFactor.minimumLength
    blocklist = reader.string("blocklist")
    rangeURL = reader.string("range_url")
    if let rangeURL, !LinkRule.allows(rangeURL) {
      reader.refuse("range_url", "must be an https URL, or http on loopback")
    }
    rangeAllowsPrivateAddresses = reader.bool("range_allow_private_addresses") ?? false
    reader.finish()
  }

  /// The range service for breached passwords; nil if the operator has none.
  ///
  /// - Parameter reportFailure: is called if the service does not answer, once until it works again.
  /// - Returns: the service.
  package func rangeService(reportFailure: @escaping @Sendable () -> Void = {}) -> BreachedPasswordRange? {
    rangeURL.map { url in
      let http = OutgoingHTTPClient(
        OutgoingHTTPConfiguration(allowPrivateAddresses: rangeAllowsPrivateAddresses))
      return BreachedPasswordRange(endpoint: url, reportFailure: reportFailure) { try await http.send($0) }
    }
  }
}
