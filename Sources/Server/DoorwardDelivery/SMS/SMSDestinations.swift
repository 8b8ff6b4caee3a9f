package import DoorwardIdentifiers

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
