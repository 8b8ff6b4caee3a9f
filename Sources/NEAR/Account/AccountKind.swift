extension NEARAccountID {
  /// What an id says about where its account came from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A name that someone registered.
    case named
    /// 64 lower-case hexadecimal digits: the Ed25519 key that first owned the account.
    case nearImplicit = "implicit"
    /// `0x` and 40 lower-case hexadecimal digits: an Ethereum address (NEP-518).
    case ethImplicit = "eth-implicit"
    /// `0s` and 40 lower-case hexadecimal digits: the hash of the first state of a contract (NEP-616).
    case nearDeterministic = "deterministic"
  }

  /// The kind of the account. No one can register a name of the form of another kind.
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

  /// Whether an account of this id can come into being without anyone registering its name.
  public var isImplicit: Bool { kind != .named }

  private static func isLowerHexDigit(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
