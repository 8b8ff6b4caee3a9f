import DoorwardPasswords
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user of an export.
struct ImportedUser: Sendable {
  /// The id in the other system; nil if the export has none.
  var externalID: String?
  var email: Address?
  var phone: Address?
  var userName: String?
  var profile = Profile()
  var createdAt: Date?
  var lastSignInAt: Date?
  /// Whether the other system refuses sign-ins of the user.
  var isDisabled = false
  /// The end of the refusal; nil for none.
  var disabledUntil: Date?
  var hash: ImportedHash?
  var metadata = JSONObject()
  var appMetadata = JSONObject()

  struct Address: Sendable {
    let text: String
    /// Whether the user has proven the address to the other system.
    let isVerified: Bool
  }
}

/// The export formats.
package enum UserImportFormat: String, CaseIterable, Sendable {
  case auth0, firebase, supabase, clerk, django

  /// The member of the file's object that has the users; nil if an object is a user.
  var listMember: String? { self == .firebase ? "users" : nil }

  /// Whether the system exports CSV.
  var readsCSV: Bool { self == .supabase || self == .clerk }

  /// Reads the user of a record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - project: the Firebase project; nil if the operator has not given it.
  /// - Returns: the user; nil if the record is about something else.
  /// - Throws: ``RecordRefusal``.
  func user(_ record: JSONObject, _ project: FirebaseScryptProject?) throws(RecordRefusal) -> ImportedUser? {
    do throws(PasswordHashError) {
      switch self {
      case .auth0: return try ImportedUser(auth0: record)
      case .firebase: return try ImportedUser(firebase: record, project)
      case .supabase: return try ImportedUser(supabase: record)
      case .clerk: return try ImportedUser(clerk: record)
      case .django: return try ImportedUser(django: record)
      }
    } catch {
      throw RecordRefusal(RecordRefusal.Code(rawValue: error.codeName), error.reason)
    }
  }
}
