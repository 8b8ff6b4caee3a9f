import DoorwardCurl
package import DoorwardDelivery
import DoorwardSessions
package import DoorwardStore

/// The SMS service, the allowed countries and the daily limit: `sms`.
package struct SMSConfiguration: Sendable {
  /// The kinds of services.
  package enum Provider: String, Sendable, CaseIterable {
    case twilio, webhook
  }

  package let provider: Provider
  /// The price of a segment for each country.
  package let countries: [String: Int64]
  /// The most that a day (UTC) may cost, in the unit of the prices.
  package let dailyLimit: Int64

  private let service: SMSServiceSettings
  let destinations: SMSDestinations
  private let allowsPrivateAddresses: Bool

  /// Reads the settings; nil after a mistake.
  init?(_ sms: ConfigurationReader) {
    var reader = sms
    let provider = Self.provider(&reader)
    countries = Self.countries(&reader)
    let dailyLimit = reader.integer("daily_limit", in: 0...1_000_000_000_000)
    allowsPrivateAddresses = reader.bool("allow_private_addresses") ?? false
    let twilio = SMSServiceSettings(twilio: &reader, chosen: provider)
    let webhook = SMSServiceSettings(webhook: &reader, chosen: provider)
    reader.finish()
    reader.require("provider", "is required for SMS")
    reader.require(
      "countries", "is required: the countries that SMS may be sent to, with the price of a segment")
    reader.require("daily_limit", "is required: the most that the SMS of a day may cost")
    guard let provider, let dailyLimit, let service = provider == .twilio ? twilio : webhook,
      let destinations = try? SMSDestinations(countries)
    else { return nil }
    self.provider = provider
    self.dailyLimit = dailyLimit
    self.service = service
    self.destinations = destinations
  }

  /// The sender of SMS.
  ///
  /// - Parameters:
  ///   - store: counts the spending of the day.
  ///   - clock: decides the day.
  /// - Returns: the sender.
  /// - Throws: ``ConfigurationError`` if a secret cannot be read; the errors of OpenSSL.
  package func sender(store: any Store, clock: WallClock) throws -> SMSSender {
    SMSSender(
      try makeProvider(clock), destinations: destinations, dailyLimit: dailyLimit, store: store, clock: clock)
  }

  /// Reads the secret and checks the settings of the service.
  ///
  /// - Throws: ``ConfigurationError``; the errors of OpenSSL.
  package func check() throws { _ = try makeProvider(.system) }

  private func makeProvider(_ clock: WallClock) throws -> any SMSProvider {
    let client = OutgoingHTTPClient(
      OutgoingHTTPConfiguration(allowPrivateAddresses: allowsPrivateAddresses))
    return try service.provider(client: client, clock: clock)
  }

  // MARK: Reading

  private static func provider(_ reader: inout ConfigurationReader) -> Provider? {
    guard let name = reader.string("provider") else { return nil }
    if let provider = Provider(rawValue: name) { return provider }
    reader.refuse("provider", "must be \"twilio\" or \"webhook\"")
    return nil
  }

  private static func countries(_ reader: inout ConfigurationReader) -> [String: Int64] {
    guard var list = reader.object("countries") else { return [:] }
    var countries: [String: Int64] = [:]
    for name in list.names {
      // The path of a variable is in lower case, and the variable overrides the file.
      let isOverridden = name != name.lowercased() && list.names.contains(name.lowercased())
      guard !isOverridden, let price = list.integer(name, in: 0...1_000_000) else { continue }
      let country = name.utf8.count == 2 ? name.uppercased() : name
      do {
        _ = try SMSDestinations([country: price])
        countries[country] = price
      } catch {
        list.refuse(name, error.description)
      }
    }
    if list.names.isEmpty { reader.refuse("countries", "lists no country") }
    return countries
  }
}
