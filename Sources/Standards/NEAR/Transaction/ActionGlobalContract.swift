extension NEARAction {
  /// The way in which a global contract is identified after its deployment (NEP-591).
  public enum GlobalContractDeployMode: String, Sendable, Hashable, CaseIterable {
    /// By the hash of its code. It cannot be changed.
    case codeHash = "CodeHash"
    /// By the account that deploys it. The account can replace the code.
    case accountID = "AccountId"
  }

  /// A reference to a global contract (NEP-591).
  public enum GlobalContract: Sendable, Hashable {
    /// The contract with this code.
    case codeHash(NEARHash)
    /// The contract that this account deployed last.
    case accountID(NEARAccountID)
  }

  /// The initial state of a deterministic account. The account id is the hash of this state (NEP-616).
  public struct StateInit: Sendable, Hashable {
    /// An entry of the contract's storage.
    public struct Entry: Sendable, Hashable {
      /// The key of the entry.
      public var key: [UInt8]
      /// The value of the entry.
      public var value: [UInt8]

      /// Creates an entry.
      public init(key: [UInt8], value: [UInt8]) {
        self.key = key
        self.value = value
      }
    }

    /// The contract.
    public let code: GlobalContract
    /// The contract's storage, sorted by key, without duplicate keys.
    public let data: [Entry]

    /// Creates an initial state.
    ///
    /// - Parameters:
    ///   - code: The contract.
    ///   - data: The storage, in any order.
    /// - Throws: `duplicate_storage_key`.
    public init(code: GlobalContract, data: [Entry]) throws(NEARError) {
      let data = data.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      try self.init(code: code, ordered: data)
    }

    /// Creates an initial state from entries that must be sorted by key, without duplicates.
    init(code: GlobalContract, ordered data: [Entry]) throws(NEARError) {
      for (entry, next) in zip(data, data.dropFirst()) where !entry.key.lexicographicallyPrecedes(next.key) {
        throw NEARError(
          code: .duplicateStorageKey,
          reason: "The storage of an initial state must contain each key once, in ascending order.")
      }
      self.code = code
      self.data = data
    }
  }
}
