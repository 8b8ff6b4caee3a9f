import Encodings

/// A table whose rows a copy to another database contains.
///
/// The columns of a table have the same order in the schemas of both databases.
package struct CopiedTable: Sendable {
  package let name: StaticString
  /// Reads all rows.
  package let query: StaticString
  /// The name of the column that numbers the rows in the order of insertion; nil if there is none.
  package let numberedColumn: StaticString?

  private init(_ name: StaticString, _ query: StaticString, numberedColumn: StaticString? = nil) {
    self.name = name
    self.query = query
    self.numberedColumn = numberedColumn
  }

  /// Every table, after the tables to which its rows refer.
  package static let all = [
    CopiedTable("users", "SELECT * FROM users"),
    CopiedTable("application_grants", "SELECT * FROM application_grants"),
    CopiedTable("user_bans", "SELECT * FROM user_bans"),
    CopiedTable("banned_identities", "SELECT * FROM banned_identities"),
    CopiedTable("invitations", "SELECT * FROM invitations"),
    CopiedTable("applications", "SELECT * FROM applications"),
    CopiedTable("settings", "SELECT * FROM settings"),
    CopiedTable("settings_changes", "SELECT * FROM settings_changes"),
    CopiedTable("identities", "SELECT * FROM identities", numberedColumn: "number"),
    CopiedTable("sessions", "SELECT * FROM sessions"),
    CopiedTable("authorization_codes", "SELECT * FROM authorization_codes"),
    CopiedTable("device_authorizations", "SELECT * FROM device_authorizations"),
    CopiedTable("spent_challenges", "SELECT * FROM spent_challenges"),
    CopiedTable("swept_challenges", "SELECT * FROM swept_challenges"),
    CopiedTable("guesses", "SELECT * FROM guesses"),
    CopiedTable("second_factors", "SELECT * FROM second_factors"),
    CopiedTable("recovery_codes", "SELECT * FROM recovery_codes"),
    CopiedTable("pending_deletions", "SELECT * FROM pending_deletions"),
    CopiedTable("administrators", "SELECT * FROM administrators"),
    CopiedTable(
      "administration_keys", "SELECT * FROM administration_keys", numberedColumn: "number"),
    CopiedTable("photos", "SELECT * FROM photos"),
    CopiedTable("photo_renditions", "SELECT * FROM photo_renditions"),
    CopiedTable("api_keys", "SELECT * FROM api_keys", numberedColumn: "number"),
    CopiedTable("signing_keys", "SELECT * FROM signing_keys", numberedColumn: "number"),
    CopiedTable("events", "SELECT * FROM events"),
    CopiedTable("event_chain", "SELECT * FROM event_chain"),
    CopiedTable("event_counts", "SELECT * FROM event_counts"),
    CopiedTable("webhooks", "SELECT * FROM webhooks"),
    CopiedTable("webhook_deliveries", "SELECT * FROM webhook_deliveries"),
    CopiedTable("client_logins", "SELECT * FROM client_logins"),
    CopiedTable("outgoing_messages", "SELECT * FROM outgoing_messages"),
    CopiedTable("delivery_spending", "SELECT * FROM delivery_spending"),
  ]
}

/// The number of rows of a table, and a checksum that does not depend on their order.
package struct TableContent: Sendable, Equatable, CustomStringConvertible {
  package private(set) var rows = 0
  /// The sum of the SHA-256 hashes of all rows, each of them as four numbers.
  private var sum: SIMD4<UInt64> = .zero

  package init() {}

  /// Adds a row, as the bytes that both databases have for it.
  package mutating func add(_ row: UnsafeRawBufferPointer) {
    rows += 1
    var hash = SHA256()
    hash.update(row)
    hash.finalize().withUnsafeBytes { sum &+= $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  /// The first 16 digits of the checksum.
  package var checksum: String { withUnsafeBytes(of: sum) { Hex.encode(Array($0.prefix(8))) } }

  package var description: String { "\(rows) rows, checksum \(checksum)" }
}
