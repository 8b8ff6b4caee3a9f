internal import CDoorwardPhoneNumbers

/// The countries and territories that have phone numbers.
package enum PhoneRegion {
  /// Whether a text names one: two capital letters of ISO 3166-1. The United Kingdom is `GB`.
  package static func exists(_ region: String) -> Bool {
    region.utf8.count == 2 && region.utf8.allSatisfy { (65...90).contains($0) }
      && doorward_phone_region_exists(region) != 0
  }
}
