package import DoorwardIdentifiers

/// The countries that SMS may go to, and the price of an SMS.
///
/// Sending SMS to expensive numbers is a known fraud, so a number is refused unless the operator has listed its prefix.
package struct SMSDestinations: Sendable {
  /// The rule for numbers with a prefix.
  package enum Rule: Sendable, Equatable {
    /// SMS may be sent. The price of a segment, in units of the operator's choice.
    case allowed(price: Int64)
    case refused
  }

  private let rules: [String: Rule]

  /// Makes a list.
  ///
  /// - Parameter rules: the rule for each prefix: `+49`, or `+1876` for a part of a numbering plan. The longest prefix of
  ///   a number decides. Numbers without a prefix in the list are refused.
  /// - Throws: ``SMSSettingsError`` if a prefix is not a plus sign and 1 to 7 digits, or a price is negative.
  package init(_ rules: [String: Rule]) throws(SMSSettingsError) {
    for (prefix, rule) in rules {
      let digits = prefix.utf8.dropFirst()
      guard prefix.utf8.first == UInt8(ascii: "+"), (1...7).contains(digits.count),
        digits.allSatisfy({ (0x30...0x39).contains($0) })
      else {
        throw SMSSettingsError(
          description: "the prefix \(prefix) must be a plus sign and digits, such as +49")
      }
      if case .allowed(let price) = rule, !(0...1_000_000).contains(price) {
        throw SMSSettingsError(description: "the price for \(prefix) must be from 0 to 1000000")
      }
    }
    self.rules = rules
  }

  /// The price of a segment to a number; nil if SMS may not be sent there.
  package func price(to number: PhoneNumber) -> Int64? {
    for length in stride(from: 8, through: 2, by: -1) {
      guard let rule = rules[String(number.e164.prefix(length))] else { continue }
      if case .allowed(let price) = rule { return price }
      return nil
    }
    return nil
  }
}
