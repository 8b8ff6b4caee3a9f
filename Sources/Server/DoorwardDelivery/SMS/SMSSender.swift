package import DoorwardIdentifiers
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sends SMS through a provider, to allowed countries and within the daily limit.
package struct SMSSender: MessageSender, HiddenContent {
  private let provider: any SMSProvider
  private let destinations: SMSDestinations
  private let dailyLimit: Int64
  private let store: any Store
  private let clock: WallClock

  /// Makes a sender.
  ///
  /// `destinations` has the allowed countries and the prices. `dailyLimit` is the most that is spent in a day (UTC), in
  /// the unit of the prices. All servers that share the store share the limit. `store` counts the spending. `clock`
  /// decides the day.
  package init(
    _ provider: any SMSProvider, destinations: SMSDestinations, dailyLimit: Int64, store: any Store,
    clock: WallClock
  ) {
    self.provider = provider
    self.destinations = destinations
    self.dailyLimit = dailyLimit
    self.store = store
    self.clock = clock
  }

  package var longestTime: Duration { provider.longestTime }

  package func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    guard case .phone(let number) = message.recipient, case .sms(let text) = content else {
      return .refused(DeliveryNote(code: "wrong_channel", detail: "the message is not an SMS"))
    }
    guard let price = destinations.price(to: number) else {
      return .refused(
        DeliveryNote(
          code: "destination_refused", detail: "SMS to this country or this kind of number are not allowed"))
    }
    let amount = price * SMSSegments.count(text)
    let day = Self.day(of: clock.now)
    do {
      // The first segment decides, as in `hasBudget`, so that a message that was promised is sent whole.
      guard try await spend(amount, day: day, limit: limit(message.handling) + amount - price) else {
        return .refused(DeliveryNote(code: "spending_limit", detail: "the limit of the day is reached"))
      }
    } catch {
      return .postponed(DeliveryNote(code: "store_failed", detail: "the spending could not be counted"))
    }
    let sms = SMS(
      id: message.id, to: number, text: text, kind: message.kind, applicationID: message.applicationID,
      expiresAt: message.expiresAt)
    let answer = await provider.send(sms)
    // If the store fails now, the limit counts an SMS that was not sent.
    if !answer.mayHaveSent { _ = try? await spend(-amount, day: day, limit: dailyLimit) }
    return answer.outcome
  }

  /// The amount that was spent on the day of a moment.
  package func spent(on moment: Date) async throws -> Int64 {
    let day = Self.day(of: moment)
    return try await store.read { try $0.deliverySpending(onDay: day) }
  }

  /// The days since 1970-01-01 in UTC.
  private static func day(of moment: Date) -> Int64 {
    Int64((moment.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  package func hasBudget(
    for recipient: Recipient, _ handling: OutgoingMessage.Handling
  ) async throws -> Bool {
    guard case .phone(let number) = recipient, let price = destinations.price(to: number) else { return true }
    return try await spent(on: clock.now) + price <= limit(handling)
  }

  /// The part of the daily limit that a message may use. A fifth is reserved for users who have proven a first factor or the
  /// device, so that strangers cannot use up the codes that these users need (threat 44).
  private func limit(_ handling: OutgoingMessage.Handling) -> Int64 {
    handling == .reserved ? dailyLimit : dailyLimit - dailyLimit / 5
  }

  private func spend(_ amount: Int64, day: Int64, limit: Int64) async throws -> Bool {
    try await store.write { try $0.spendOnDelivery(amount, onDay: day, limit: limit) }
  }
}

/// The countries that SMS may go to, and the price of an SMS.
///
/// Sending SMS to expensive numbers is a known fraud, so a number is refused unless the operator has listed its country,
/// and if it is of a kind that costs more. A prefix does not identify the country: expensive islands share +1 with the
/// United States.
package struct SMSDestinations: Sendable {
  private let prices: [String: Int64]

  /// Makes a list.
  ///
  /// - Parameter prices: the price of a segment for each region, the two letters of ISO 3166-1: `DE`, `US`. The unit is the
  ///   operator's choice.
  /// - Throws: ``SMSSettingsError`` if a region has no phone numbers, or a price is negative.
  package init(_ prices: [String: Int64]) throws(SMSSettingsError) {
    for (region, price) in prices {
      guard PhoneRegion.exists(region) else {
        throw SMSSettingsError(
          description: "there is no country \(region): write two capital letters of ISO 3166-1, such as GB")
      }
      guard (0...1_000_000).contains(price) else {
        throw SMSSettingsError(description: "the price for \(region) must be from 0 to 1000000")
      }
    }
    self.prices = prices
  }

  /// Whether SMS may be sent to a number. A route checks this before it answers, so that the user learns it.
  package func allows(_ number: PhoneNumber) -> Bool { price(to: number) != nil }

  /// The price of a segment to a number; nil if SMS may not be sent there.
  package func price(to number: PhoneNumber) -> Int64? {
    guard (try? number.checkReceivesMessages()) != nil else { return nil }
    return prices[number.region]
  }
}
