import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import Encodings
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides by its keys whether a NEAR account still belongs to its user.
///
/// An account id outlives its keys: an account can be sold, made again, or get new keys after a theft. A signature by
/// a new key then proves the account and not the user. So the identity remembers every key that has proven it. An
/// unknown key signs in only while a remembered key is still on the account, because the holder of that key must have
/// added the new one. Otherwise the identity is *quarantined*:
///
/// - It does not sign in a user. The response is 403 `identity_quarantined`. Only a holder of a full-access key of the
///   account gets that response, so it discloses nothing to other parties. The challenge is spent, as with every
///   refusal after a verified proof. The user, the sessions and the remembered keys do not change.
/// - Quarantine ends when its user, signed in by another identity, links the account again. The memory then starts
///   again with the new key. Another user who links the account gets `identity_in_use`.
/// - A remembered key on the account signs in as before, also if it was removed and added again. That requires the
///   earlier holder's private key and control of the account.
/// - A user without another identity cannot sign in during quarantine and loses no data. Any other rule could give
///   an account to the wrong person.
///
/// Quarantine is the result of this check and is not stored.
///
/// Implicit accounts have the same rule. Their own key is remembered at the first sign-in. If that key was never used
/// with this server, deriving the account from it proves little: if the account is deleted on the chain, the id
/// belongs to the first holder again.
struct NEARKeyContinuity: IdentityContinuity {
  private let account: NEARAccountID
  /// The key that proves the identity now.
  private let key: ProvenNEARKey
  /// A remembered key that has stayed on the account since it was first seen.
  private var survivor: String?
  /// The remembered keys that have left the account at least once.
  private var gone: Set<String> = []

  init(_ verified: VerifiedNEARAccessKey, at now: Date) {
    account = verified.accountID
    var height: Int64?
    if case .confirmed(let block) = verified.basis { height = Int64(exactly: block.height) }
    key = ProvenNEARKey(publicKey: verified.publicKey.description, seenHeight: height, provenAt: now)
  }

  func isContinuous(with evidence: JSONObject) -> Bool { isContinuous(with: NEARKeyMemory(evidence)) }

  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) throws(Problem) -> JSONObject {
    var memory = NEARKeyMemory(evidence)
    guard isContinuous(with: memory) else {
      // A key that was remembered after the chain was queried is not in `gone`.
      throw memory.publicKeys.isSubset(of: gone) ? .identityQuarantined : .identityChanged
    }
    memory.remember(key)
    return memory.evidence()
  }

  func renew(_ evidence: JSONObject) -> JSONObject {
    var memory = NEARKeyMemory(evidence)
    if !isContinuous(with: memory) { memory.forgetAll() }
    memory.remember(key)
    return memory.evidence()
  }

  /// Every key continues an empty memory.
  private func isContinuous(with memory: NEARKeyMemory) -> Bool {
    guard !memory.isUnreadable else { return false }
    let remembered = memory.publicKeys
    return remembered.isEmpty || remembered.contains(key.publicKey)
      || survivor.map(remembered.contains) == true
  }
}

extension NEARKeyContinuity {
  /// If the key is not remembered, asks the chain for the remembered keys, most recently used first.
  ///
  /// The signature has already been verified. Without a key of the account, a caller must not learn from the response
  /// time whether the account has a user.
  ///
  /// - Parameters:
  ///   - identity: the identity that the key proves.
  ///   - store: the store that may have the identity.
  ///   - client: the connection to the account's network.
  /// - Throws: `NEARError` if the chain does not respond; ``StoreError``.
  mutating func examine(
    _ identity: IdentityKey, in store: any Store, on client: NEARRPCClient
  ) async throws {
    let remembered = try await store.read { snapshot in
      NEARKeyMemory(try snapshot.identity(identity)?.evidence ?? JSONObject()).keys
    }
    guard !remembered.contains(where: { $0.publicKey == key.publicKey }) else { return }
    for known in remembered {
      if try await client.hasKept(known, of: account) {
        survivor = known.publicKey
        return
      }
      gone.insert(known.publicKey)
    }
  }
}

extension NEARRPCClient {
  /// Whether a key is on the account with full access and has stayed there since it was first seen.
  ///
  /// The holder of the account can add an earlier owner's public key again. The nonce shows this: the nonce of a key
  /// that is added at a height starts at (height - 1) * 1,000,000 (nearcore, `initial_nonce_value`) and only
  /// increases. So if the key was added again after it was seen, its nonce is at least the seen height times
  /// 1,000,000.
  fileprivate func hasKept(_ key: ProvenNEARKey, of account: NEARAccountID) async throws -> Bool {
    guard let height = key.seenHeight.flatMap({ UInt64(exactly: $0) }),
      let publicKey = try? NEARPublicKey(parsing: key.publicKey)
    else { return false }
    do {
      let view = try await viewAccessKey(publicKey, of: account)
      let bound = height.multipliedReportingOverflow(by: 1_000_000)
      return view.permission == .fullAccess && !bound.overflow && view.nonce < bound.partialValue
    } catch let error as NEARError where [.unknownAccessKey, .unknownAccount].contains(error.code) {
      return false
    }
  }
}
