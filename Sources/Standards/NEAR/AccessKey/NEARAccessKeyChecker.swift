/// Checks whether a key has full access to an account. Only such a key may sign messages for the account
/// (NEP-413 §Verification).
///
/// ```swift
/// let checker = NEARAccessKeyChecker(client: client)
/// let verified = try await checker.check(message.publicKey, of: message.accountID)
/// ```
///
/// The checker queries the final block of the chain. It derives the key from the account id only if the chain
/// does not know the account and the account is the implicit account of this Ed25519 key: the key then owns the
/// account before its first transfer. If the account exists without the key, the check fails also for an
/// implicit account, because the key was deleted. Eth-implicit accounts (NEP-518) are never derived: they are
/// created with a wallet contract and without an access key.
public struct NEARAccessKeyChecker: Sendable {
  /// The client that queries the chain.
  public let client: NEARRPCClient
  /// The number of endpoints that must give the same answer.
  ///
  /// With 1, the default, the first answer is accepted, so a dishonest endpoint can confirm any key. With a
  /// higher number, endpoints are queried in order until this number agrees.
  public let requiredAgreement: Int
  /// Whether an implicit account is accepted by derivation if no endpoint can be reached.
  ///
  /// Use this only for development: a key that was deleted on the chain is accepted.
  public let acceptsDerivationWhenUnreachable: Bool

  /// Creates a checker.
  public init(
    client: NEARRPCClient, requiredAgreement: Int = 1, acceptsDerivationWhenUnreachable: Bool = false
  ) {
    self.client = client
    self.requiredAgreement = max(1, requiredAgreement)
    self.acceptsDerivationWhenUnreachable = acceptsDerivationWhenUnreachable
  }

  /// Checks a key of an account.
  ///
  /// - Returns: The key and the evidence for it.
  /// - Throws: ``NEARError``: `unknown_access_key`, `function_call_key`, `not_full_access_key` (a gas key,
  ///   NEP-611, or an unknown permission), `unknown_account`; `rpc_unavailable` if no endpoint answered,
  ///   `rpc_disagreement` if too few endpoints agreed; `CancellationError`.
  public func check(_ key: NEARPublicKey, of account: NEARAccountID) async throws -> VerifiedNEARAccessKey {
    let consensus = try await client.query(agreement: requiredAgreement, by: { $0.code }) {
      endpoint throws(RPCProblem) in try await endpoint.finding(for: key, of: account)
    }
    let basis = try basis(consensus, canBeDerived: account.isImplicitlyOwned(by: key))
    return VerifiedNEARAccessKey(accountID: account, publicKey: key, basis: basis)
  }

  private func basis(
    _ consensus: RPCConsensus<AccessKeyFinding>, canBeDerived: Bool
  ) throws(NEARError) -> VerifiedNEARAccessKey.Basis {
    switch consensus.agreed {
    case .fullAccess(let block): return .confirmed(at: block)
    case .implicitOwner(let block): return .derived(at: block)
    case .refused(let error): throw error
    case .functionCall:
      throw NEARError(
        code: .functionCallKey,
        reason: "The key can only call functions of a contract. Signing in needs a full-access key.")
    case .otherPermission:
      throw NEARError(code: .notFullAccessKey, reason: "The key does not have full access to the account.")
    case nil where consensus.answers > 0:
      throw NEARError(
        code: .rpcDisagreement,
        reason: "Fewer than \(requiredAgreement) NEAR RPC endpoints gave the same answer.")
    case nil:
      // An endpoint that serves the wrong chain or an old block was reached, so the network works.
      let isUnreachable = consensus.failures.allSatisfy(\.isUnreachable)
      if acceptsDerivationWhenUnreachable, isUnreachable, canBeDerived { return .derivedUnreachable }
      throw .rpcUnavailable(consensus.failures)
    }
  }
}

/// A key with full access to an account. Only ``NEARAccessKeyChecker`` creates values of this type.
public struct VerifiedNEARAccessKey: Sendable, Hashable {
  /// The evidence for the key.
  public enum Basis: Sendable, Hashable {
    /// The chain lists the key with full access at this final block.
    case confirmed(at: NEARBlockReference)
    /// The account is the implicit account of this key and does not exist on the chain at this final block.
    case derived(at: NEARBlockReference)
    /// No endpoint could be reached, and the account is the implicit account of this key. The key may have been
    /// deleted, so this is only for development.
    case derivedUnreachable
  }

  /// The account.
  public let accountID: NEARAccountID
  /// The key.
  public let publicKey: NEARPublicKey
  /// The evidence for the key.
  public let basis: Basis

  init(accountID: NEARAccountID, publicKey: NEARPublicKey, basis: Basis) {
    self.accountID = accountID
    self.publicKey = publicKey
    self.basis = basis
  }
}
