package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
import Encodings

/// Makes the cursors of lists, and reads them back.
///
/// A cursor is encrypted, and bound to the list with its filters and its order. A client can neither read nor make a cursor,
/// nor use one with another list.
package struct ListCursorSeal: Sendable {
  private let key: DerivedKey

  /// - Parameter key: a key of this purpose.
  package init(key: DerivedKey) { self.key = key }

  /// The cursor of a position.
  ///
  /// - Parameters:
  ///   - position: the bytes of the position.
  ///   - list: the list, with its filters and its order.
  /// - Returns: the text for the client.
  /// - Throws: the errors of the cipher.
  package func text(of position: [UInt8], in list: [String]) throws -> String {
    try key.sealedText(position, purpose: Self.purpose(list))
  }

  /// The position of a cursor.
  ///
  /// - Parameters:
  ///   - text: the cursor.
  ///   - list: the list that the call asks for.
  /// - Returns: the bytes of the position.
  /// - Throws: `Problem` 400 `invalid_cursor` unless the server made the cursor for this list.
  package func position(_ text: String, in list: [String]) throws(Problem) -> [UInt8] {
    guard text.utf8.count <= 128, let position = key.opened(text, purpose: Self.purpose(list)) else {
      throw Problem.invalidCursor
    }
    return position
  }

  /// Each part follows its length, so that two lists never have the same purpose.
  private static func purpose(_ list: [String]) -> [UInt8] {
    list.flatMap { [UInt8]("\($0.utf8.count):\($0)".utf8) }
  }
}

extension ListCursorSeal {
  /// The cursor of a position in a list from newest to oldest.
  package func text<Subject>(of position: ListPosition<Subject>, in list: [String]) throws -> String {
    let moment = try StoredTime.milliseconds(position.moment)
    return try text(of: withUnsafeBytes(of: moment.bigEndian) { Array($0) } + position.id.bytes, in: list)
  }

  /// The position of a cursor in a list from newest to oldest.
  ///
  /// - Throws: `Problem` 400 `invalid_cursor`.
  package func listPosition<Subject>(_ text: String, in list: [String]) throws -> ListPosition<Subject> {
    let bytes = try position(text, in: list)
    guard bytes.count == 24, let id = Identifier<Subject>(bytes: Array(bytes.dropFirst(8))) else {
      throw Problem.invalidCursor
    }
    let moment = bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return ListPosition(moment: StoredTime.moment(moment), id: id)
  }

  /// The cursor of a position in a list of users.
  package func text(of position: UserListPosition, in list: [String]) throws -> String {
    try text(
      of: withUnsafeBytes(of: position.lastSignIn.bigEndian) { Array($0) } + position.user.bytes, in: list)
  }

  /// The position of a cursor in a list of users.
  ///
  /// - Throws: `Problem` 400 `invalid_cursor`.
  package func userPosition(_ text: String, in list: [String]) throws -> UserListPosition {
    let position: ListPosition<User> = try listPosition(text, in: list)
    return UserListPosition(user: position.id, lastSignIn: try StoredTime.milliseconds(position.moment))
  }
}
