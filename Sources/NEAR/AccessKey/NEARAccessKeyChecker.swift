/// Says whether a key may do anything on an account, which is what signing a message as that account
/// takes (NEP-413 §Verification: the key must be a full-access key of the account).
///
/// ```swift
/// let checker = NEARAccessKeyChecker(client: client)
/// let verified = try await checker.check(message.publicKey, of: message.accountID)
/// ```
///
/// The chain is asked first, at its final block. Only where it does not know the account there, and the
/// account is implicit and named by that very Ed25519 key, is the key derived: such an account is owned by its
/// key before its first transfer. An account that exists and lacks the key is refused, implicit or not:
/// its key was deleted. An eth-implicit account (NEP-518) is never derived: it is born with a wallet
/// contract and without any access key, so its key never is one of full access.
public struct NEARAccessKeyChecker: Sendable {
  /// Who is asked.
  public let client: NEARRPCClient
  /// How many endpoints must say the same.
  ///
  /// With 1, the default, the first that can answer is believed, and one that lies signs anyone in. With
  /// more, endpoints are asked in order until so many gave the same verdict; as many must lie together.
  public let requiredAgreement: Int
  /// Whether an implicit account is accepted by derivation when no endpoint can be reached.
  ///
  /// For development alone: a key deleted on the chain would be accepted.
  public let acceptsDerivationWhenUnreachable: Bool

  /// Makes a checker.
  public init(
    client: NEARRPCClient, requiredAgreement: Int = 1, acceptsDerivationWhenUnreachable: Bool = false
  ) {
    self.client = client
    self.requiredAgreement = max(1, requiredAgreement)
    self.acceptsDerivationWhenUnreachable = acceptsDerivationWhenUnreachable
  }

  /// Checks a key of an account.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - account: The account.
  /// - Returns: The key and how it is known.
  /// - Throws: ``NEARError`` `unknown_access_key`, `function_call_key`, `not_full_access_key` (a gas key,
  ///   NEP-611, or a permission not known here), `unknown_account`; `rpc_unavailable` when nobody could
  ///   answer, `rpc_disagreement` when too few said the same; `CancellationError`.
  public func check(_ key: NEARPublicKey, of account: NEARAccountID) async throws -> VerifiedNEARAccessKey {
    let consensus = try await client.ask(agreement: requiredAgreement, by: { $0.code }) {
      endpoint throws(RPCProblem) in try await endpoint.judge(key, of: account)
    }
    let basis = try basis(consensus, canBeDerived: account.isOwnedFromTheStart(by: key))
    return VerifiedNEARAccessKey(accountID: account, publicKey: key, basis: basis)
  }

  private func basis(
    _ consensus: RPCConsensus<AccessKeyVerdict>, canBeDerived: Bool
  ) throws(NEARError) -> VerifiedNEARAccessKey.Basis {
    switch consensus.agreed {
    case .fullAccess(let block): return .confirmed(at: block)
    case .ownerFromTheStart(let block): return .derived(at: block)
    case .refused(let error): throw error
    case .functionCall:
      throw NEARError(
        code: .functionCallKey, reason: "The key may only call functions of a contract, not sign in.")
    case .otherPermission:
      throw NEARError(code: .notFullAccessKey, reason: "The key does not have full access to the account.")
    case nil where consensus.answers > 0:
      throw NEARError(
        code: .rpcDisagreement,
        reason: "Fewer than \(requiredAgreement) NEAR RPC endpoints gave the same answer.")
    case nil:
      // An endpoint of the wrong chain, or one that is stuck, was reached: that is no lack of a network.
      let isUnreachable = consensus.failures.allSatisfy(\.isUnreachable)
      if acceptsDerivationWhenUnreachable, isUnreachable, canBeDerived { return .derivedUnreachable }
      throw .rpcUnavailable(consensus.failures)
    }
  }
}
