import Encodings

/// The email addresses or the phone numbers of a user of Clerk.
struct ClerkAddresses {
  private let primary: String?
  private let verified: [String]
  private let unverified: [String]

  /// The primary address if it is verified, or else the first verified one.
  var chosen: ImportedUser.Address? {
    let proven = verified.first { $0 == primary } ?? verified.first
    return (proven ?? primary ?? unverified.first)
      .map { ImportedUser.Address(text: $0, isVerified: proven != nil) }
  }

  /// Reads the columns of the dashboard's CSV file, which separates several addresses by a bar.
  ///
  /// - Parameters:
  ///   - record: the user.
  ///   - kind: `email_address` or `phone_number`.
  init(columns record: JSONObject, kind: String) {
    let plural = kind == "email_address" ? "email_addresses" : "phone_numbers"
    primary = record.text("primary_\(kind)")
    verified = Self.list(record, "verified_\(plural)")
    unverified = Self.list(record, "unverified_\(plural)")
  }

  /// Reads the addresses in an answer of the Backend API.
  ///
  /// - Parameters:
  ///   - addresses: an object for each address.
  ///   - primaryID: the `id` of the primary one.
  ///   - kind: `email_address` or `phone_number`.
  init(objects addresses: [JSONObject], primaryID: String?, kind: String) {
    func texts(_ isIncluded: (JSONObject) -> Bool) -> [String] {
      addresses.filter(isIncluded).compactMap { $0.text(kind) }
    }
    func isVerified(_ address: JSONObject) -> Bool {
      address["verification"]?.object?.text("status") == "verified"
    }
    primary = primaryID.flatMap { id in texts { $0.text("id") == id }.first }
    verified = texts(isVerified)
    unverified = texts { !isVerified($0) }
  }

  /// Reads the addresses in the file of Clerk's command line: the primary one, which may be among the addresses that
  /// are not verified, and the others.
  ///
  /// - Parameters:
  ///   - primary: the primary address.
  ///   - others: the other verified addresses.
  ///   - unverified: the addresses that are not verified.
  init(primary: String?, others: [String], unverified: [String]) {
    self.primary = primary
    self.verified = (primary.map { [$0] } ?? []).filter { !unverified.contains($0) } + others
    self.unverified = unverified
  }

  static func list(_ record: JSONObject, _ name: String) -> [String] {
    if let values = record[name]?.array { return values.compactMap(\.string) }
    return (record.text(name) ?? "").split(whereSeparator: { "|,; ".contains($0) }).map(String.init)
  }
}
