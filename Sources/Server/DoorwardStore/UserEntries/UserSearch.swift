/// Searches for users by the start of a text. Each search is a range of an index, so its time does not grow with the number of
/// users.
package protocol UserSearchReading {
  /// The users with an identifier of a kind that starts with a text, in the order of the identifiers.
  func users(withIdentifier prefix: String, of kind: IdentityKey.Kind, limit: Int) throws -> [User.ID]
  /// The users whose name, first name or last name starts with a text. The case of ASCII letters is ignored.
  func users(named prefix: String, limit: Int) throws -> [User.ID]
  /// The users whose ids are between two ids, both included.
  func users(from lowest: User.ID, to highest: User.ID, limit: Int) throws -> [User.ID]
  /// The number of users whose ids are greater than an id. The time of the query grows with their number.
  func countOfUsers(after id: User.ID?) throws -> Int
}
