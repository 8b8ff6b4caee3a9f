/// The name of a NEAR account: 2 to 64 characters, runs of `a` to `z` and `0` to `9` joined by single
/// `-`, `_` or `.` (NEAR Protocol Specification §Account ID Rules).
///
/// A value of this type is well formed. Whether the account exists is for the chain to say. An id has
/// one spelling: two ids are the same account on the same network exactly when they are equal.
public struct NEARAccountID: Sendable, Hashable, CustomStringConvertible {
  /// How many characters an id has.
  public static let lengths = 2...64

  /// The text of the id.
  public let description: String

  /// Reads an account id.
  ///
  /// Nothing is trimmed and no letter is lowered: `Alice.near` is not an account.
  ///
  /// - Throws: `malformed_account_id`, with what is wrong and where.
  public init(parsing text: String) throws(NEARError) {
    if let flaw = AccountIDFlaw.first(in: text) {
      throw NEARError(code: .malformedAccountID, reason: flaw.reason)
    }
    description = text
  }

  /// Takes a text known to be well formed.
  init(wellFormed text: String) { description = text }

  // MARK: Relations (NEAR Protocol Specification §Account ID Rules)

  /// Whether nobody's sub-account: without a dot, and not the name `system`, which the protocol keeps.
  public var isTopLevel: Bool { !description.utf8.contains(UInt8(ascii: ".")) && !isSystem }

  /// Whether the name the protocol itself acts under, which no one can own.
  public var isSystem: Bool { description == "system" }

  /// The account that alone may create this one: `b.near` for `a.b.near`, nil without a dot.
  public var parent: NEARAccountID? {
    guard let dot = description.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    // What follows a dot is runs joined by separators too, but may be one character: `a.b` has the
    // parent `b`, which is no id of its own.
    return try? NEARAccountID(parsing: String(description[description.utf8.index(after: dot)...]))
  }

  /// Whether directly below another account: `a.near` is of `near`, `b.a.near` is not.
  public func isSubAccount(of parent: NEARAccountID) -> Bool { self.parent == parent }
}
