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
    case 64 where text.allSatisfy(Self.isLowerHexDigit): return .nearImplicit
    case 42 where description.hasPrefix("0x") && text.dropFirst(2).allSatisfy(Self.isLowerHexDigit):
      return .ethImplicit
    case 42 where description.hasPrefix("0s") && text.dropFirst(2).allSatisfy(Self.isLowerHexDigit):
      return .nearDeterministic
    default: return .named
    }
  }

  /// Whether the account can be created without registering a name.
  public var isImplicit: Bool { kind != .named }

  private static func isLowerHexDigit(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
