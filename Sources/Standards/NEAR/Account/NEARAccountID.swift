internal import Encodings

/// The name of a NEAR account: 2 to 64 characters, runs of `a` to `z` and `0` to `9` joined by single `-`, `_`
/// or `.` (NEAR Protocol Specification §Account ID Rules).
///
/// A value of this type is well formed. The account may not exist on the chain. An id has only one spelling: on
/// one network, two ids name the same account if and only if they are equal.
public struct NEARAccountID: Sendable, Hashable, CustomStringConvertible {
  /// The allowed number of characters.
  public static let lengths = 2...64

  /// The id.
  public let description: String

  /// Parses an account id.
  ///
  /// The text is neither trimmed nor converted to lower case: `Alice.near` is not an account id.
  ///
  /// - Throws: `malformed_account_id` with the defect and its position in the reason.
  public init(parsing text: String) throws(NEARError) {
    if let flaw = AccountIDFlaw.first(in: text) {
      throw NEARError(code: .malformedAccountID, reason: flaw.reason)
    }
    description = text
  }

  /// Creates an id from a text that is known to be well formed.
  init(wellFormed text: String) { description = text }

  // MARK: Relations (NEAR Protocol Specification §Account ID Rules)

  /// Whether the account is not a subaccount: the id contains no dot and is not `system`, which the protocol
  /// reserves.
  public var isTopLevel: Bool { !description.utf8.contains(UInt8(ascii: ".")) && !isSystem }

  /// Whether this is the protocol's own account name, which cannot be owned.
  public var isSystem: Bool { description == "system" }

  /// The only account that may create this one: `b.near` for `a.b.near`; nil if the id contains no dot.
  public var parent: NEARAccountID? {
    guard let dot = description.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    // The text after a dot may have only one character. The parent of `a.b` would be `b`, which is too short
    // for an id.
    return try? NEARAccountID(parsing: String(description[description.utf8.index(after: dot)...]))
  }

  /// Whether the account is directly below another account: `a.near` is below `near`, `b.a.near` is not.
  public func isSubAccount(of parent: NEARAccountID) -> Bool { self.parent == parent }
}

extension NEARAccountID {
  /// The kind of an account, as its id shows it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A registered name.
    case named
    /// 64 lower-case hexadecimal digits: the Ed25519 key that initially owns the account.
    case nearImplicit = "implicit"
    /// `0x` and 40 lower-case hexadecimal digits: an Ethereum address (NEP-518).
    case ethImplicit = "eth-implicit"
    /// `0s` and 40 lower-case hexadecimal digits: the hash of a contract's initial state (NEP-616).
    case nearDeterministic = "deterministic"
  }

  /// The kind of the account. A name with the form of another kind cannot be registered.
  public var kind: Kind {
    let text = description.utf8
    switch text.count {
    case 64 where text.allSatisfy(Hex.isDigit): return .nearImplicit
    case 42 where description.hasPrefix("0x") && text.dropFirst(2).allSatisfy(Hex.isDigit):
      return .ethImplicit
    case 42 where description.hasPrefix("0s") && text.dropFirst(2).allSatisfy(Hex.isDigit):
      return .nearDeterministic
    default: return .named
    }
  }

  /// Whether the account can be created without registering a name.
  public var isImplicit: Bool { kind != .named }
}
