import Encodings

/// The columns or members by which a file of a format is recognized. A file without them would be read wrongly as a whole.
struct ImportColumns {
  /// The columns that a table must have. Without them passwords, bans or deletions would be lost in silence.
  private let required: [String]
  /// The columns of identifiers, of which a table must have one, with the column that says which of them are verified.
  private let identifiers: [(name: String, verifiedBy: String?)]
  /// The members of JSON, of which a user has at least one.
  private let members: [String]

  init(_ format: UserImportFormat) {
    switch format {
    case .auth0:
      (required, identifiers) = ([], [])
      members = ["_id", "user_id", "Id", "email", "phone_number", "username"]
    case .firebase: (required, identifiers, members) = ([], [], ["localId"])
    case .supabase:
      required = ["id", "encrypted_password", "created_at", "banned_until", "deleted_at"]
      identifiers = [("email", "email_confirmed_at"), ("phone", "phone_confirmed_at")]
      members = ["id"]
    case .clerk:
      required = ["id", "password_digest", "password_hasher"]
      identifiers = [
        ("primary_email_address", "verified_email_addresses"),
        ("primary_phone_number", "verified_phone_numbers"), ("username", nil),
      ]
      members = ["id", "userId"]
    case .django: (required, identifiers, members) = ([], [], ["model"])
    }
  }

  /// The reason why a table with a header cannot be read.
  ///
  /// - Parameters:
  ///   - header: the names of the columns.
  ///   - trustsAddresses: whether a table need not say which addresses are verified.
  /// - Returns: the reason; nil if the table can be read.
  func flaw(ofHeader header: [String], trustsAddresses: Bool) -> String? {
    let missing = missing(in: header, trustsAddresses: trustsAddresses)
    guard missing.isEmpty else {
      for (separator, name) in [(";", "\";\""), ("\t", "tabs")] as [(Character, String)] {
        let names = header.joined(separator: ",").split(separator: separator).map(String.init)
        if self.missing(in: names.map(Self.unquoted), trustsAddresses: trustsAddresses).isEmpty {
          return "its columns are separated by \(name). Export it with commas"
        }
      }
      return
        "its first line does not name these columns: \(missing.joined(separator: ", ")). Columns without values may be empty"
    }
    var seen: Set<String> = []
    let twice = header.first { !$0.isEmpty && !seen.insert($0).inserted }
    return twice.map { "its first line names the column \"\($0)\" twice" }
  }

  private func missing(in header: [String], trustsAddresses: Bool) -> [String] {
    let present = identifiers.filter { header.contains($0.name) }
    let verifications = trustsAddresses ? [] : present.compactMap(\.verifiedBy)
    return (required + verifications).filter { !header.contains($0) }
      + (present.isEmpty ? [identifiers.map(\.name).joined(separator: " or ")] : [])
  }

  private static func unquoted(_ name: String) -> String {
    name.hasPrefix("\"") && name.hasSuffix("\"") && name.utf8.count > 1
      ? String(name.dropFirst().dropLast()) : name
  }

  /// Whether an object may be a user of the format.
  func recognizes(_ record: JSONObject) -> Bool { members.contains { record[$0] != nil } }
}
