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

/// Decides whether a NEAR account still belongs to its user here, by its keys.
///
/// An account id outlives its keys: an account is sold, made again, or gets new keys after a theft. A signature by a new
/// key then proves the account and nothing about the user. So every key that proves an identity is remembered with it. A
/// key that was not seen before signs in only while a remembered key is still on the account: its holder must have added
/// the new key. If none is, the identity is *quarantined*:
///
/// - It signs in no user. The answer is 403 `identity_quarantined`. Only a holder of a full-access key of the account
///   gets that answer, so it tells strangers nothing. The challenge is spent, as by every refusal after a verified proof;
///   the user, the sessions and the remembered keys stay as they are.
/// - It leaves quarantine when its user, signed in by another identity, links the account again. The memory then starts
///   anew with the new key. Another user who links it gets `identity_in_use`.
/// - A remembered key that is on the account signs in as before, also if it was put back: that takes the earlier holder's
///   secret and the account.
/// - A user without another identity is locked out until then, and loses nothing. To give the user to the new holder, or
///   the account to a new user, would each give an account to the wrong person.
///
/// Quarantine is the result of this check. Nothing about it is stored.
///
/// An implicit account has no other rule. Its own key is remembered at the first sign-in. If that key was never used
/// here, deriving the account from it proves little: deleting the account on the chain makes the id the first holder's
/// again.
struct NEARKeyContinuity: IdentityContinuity {
  private let account: NEARAccountID
  /// The key that proves the identity now.
  private let key: ProvenNEARKey
  /// A remembered key that has been on the account ever since.
  private var survivor: String?
  /// The remembered keys that have left the account, if only for a time.
  private var gone: Set<String> = []

  init(_ verified: VerifiedNEARAccessKey, at now: Date) {
    account = verified.accountID
    var height: Int64?
    if case .confirmed(let block) = verified.basis { height = Int64(exactly: block.height) }
    key = ProvenNEARKey(publicKey: verified.publicKey.description, seenHeight: height, provenAt: now)
  }

  func isContinuous(with evidence: JSONObject) -> Bool { isContinuous(with: NEARKeyMemory(evidence)) }

  func confirm(_ evidence: JSONObject) throws(Problem) -> JSONObject {
    var memory = NEARKeyMemory(evidence)
    guard isContinuous(with: memory) else {
      // Keys that were remembered since the chain was asked are not in `gone`.
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

  /// An empty memory continues with any key.
  private func isContinuous(with memory: NEARKeyMemory) -> Bool {
    let remembered = memory.publicKeys
    return remembered.isEmpty || remembered.contains(key.publicKey)
      || survivor.map(remembered.contains) == true
  }
}

extension NEARKeyContinuity {
  /// Asks the chain for the remembered keys, the last used first, if the key is not one of them.
  ///
  /// The signature has been verified by now: a caller without a key of the account must not learn from the time
  /// that this takes whether the account has a user.
  ///
  /// - Parameters:
  ///   - identity: what the key proves.
  ///   - store: where the identity may be known.
  ///   - client: the way to the account's network.
  /// - Throws: `NEARError` where the chain is silent; ``StoreError``.
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
  /// Whether a key is on the account with full access, and never left it since it was first seen there.
  ///
  /// Anyone who holds the account can put an earlier owner's public key back. The nonce tells: a key added
  /// at a height starts at (height - 1) * 1,000,000 (nearcore, `initial_nonce_value`) and counts up from
  /// there, so one added after it was seen is at or above the height it was seen at, times that.
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
