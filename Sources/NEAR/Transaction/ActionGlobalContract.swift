extension NEARAction {
  /// Under what name a global contract is put (NEP-591).
  public enum GlobalContractDeployMode: String, Sendable, Hashable, CaseIterable {
    /// Under the hash of its code, for good.
    case codeHash = "CodeHash"
    /// Under the account that deploys it, which may replace it.
    case accountID = "AccountId"
  }

  /// A global contract by its name (NEP-591).
  public enum GlobalContract: Sendable, Hashable {
    /// The one with this code.
    case codeHash(NEARHash)
    /// The one this account deployed last.
    case accountID(NEARAccountID)
  }

  /// The first state of a deterministic account, of which its id is the hash (NEP-616).
  public struct StateInit: Sendable, Hashable {
    /// One value of the contract's storage.
    public struct Entry: Sendable, Hashable {
      /// Its key.
      public var key: [UInt8]
      /// Its value.
      public var value: [UInt8]

      /// Makes an entry.
      public init(key: [UInt8], value: [UInt8]) {
        self.key = key
        self.value = value
      }
    }

    /// The contract.
    public let code: GlobalContract
    /// The contract's storage, ordered by key, each key once.
    public let data: [Entry]

    /// Makes a first state.
    ///
    /// - Parameters:
    ///   - code: The contract.
    ///   - data: Its storage, in any order.
    /// - Throws: `duplicate_storage_key`.
    public init(code: GlobalContract, data: [Entry]) throws(NEARError) {
      let data = data.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      try self.init(code: code, ordered: data)
    }

    /// Takes entries that must be in order, each key once.
    init(code: GlobalContract, ordered data: [Entry]) throws(NEARError) {
      for (entry, next) in zip(data, data.dropFirst()) where !entry.key.lexicographicallyPrecedes(next.key) {
        throw NEARError(
          code: .duplicateStorageKey,
          reason: "The storage of a first state holds each key once, in ascending order.")
      }
      self.code = code
      self.data = data
    }
  }
}
