import DoorwardHTTP
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a NEAR account still belongs to its user here, as far as its keys tell.
///
/// An account id outlives its keys: an account is sold, recreated, or its keys are all replaced after a
/// theft, and a signature by the new key proves the account and nothing about the user. So every key that
/// proves an identity is remembered with it, and a key not seen before signs in only while one that was is
/// still there: whoever holds that one let the new key in. Where none is, the identity is *quarantined*:
///
/// - It signs nobody in; the answer is 403 `identity_quarantined`, given only to who has a full-access key
///   of the account, so that it tells strangers nothing. The challenge is spent, as by every refusal of a
///   proof; user, sessions and memory stay as they are.
/// - It leaves quarantine when its user, signed in by another identity, links the account again: what is
///   remembered starts over with the new key. Another user who links it is answered `identity_in_use`.
/// - A remembered key signs in as ever where it is on the account, also where it was put back: that takes
///   both the earlier owner's secret and the account.
/// - A user with no other identity stays locked out until then, and nothing of theirs is lost. To hand the
///   user to the new owner, or the account to a new user, would each give somebody's account away.
///
/// It is a question, not a state: nothing is written down about quarantine.
///
/// An implicit account gets no other rule. Its own key is remembered as it first signs in, and goes on
/// signing in. Where that key was never used here, deriving it proves little: deleting the account on the
/// chain makes the id the first owner's again.
struct NEARKeyContinuity: IdentityContinuity {
  private let account: NEARAccountID
  /// The key that proves the identity now.
  private let key: ProvenNEARKey
  /// A remembered key that has been on the account ever since.
  private var survivor: String?
  /// The remembered keys that are gone, or have been.
  private var gone: Set<String> = []

  init(_ verified: VerifiedNEARAccessKey, at now: Date) {
    account = verified.accountID
    var height: Int64?
    if case .confirmed(let block) = verified.basis { height = Int64(exactly: block.height) }
    key = ProvenNEARKey(publicKey: verified.publicKey.description, seenHeight: height, provenAt: now)
  }

  func isContinuous(with identity: Identity, in transaction: any StoreWriting) throws -> Bool {
    isContinuous(with: try remembered(of: identity, transaction))
  }

  func confirm(_ identity: Identity, in transaction: any StoreWriting) throws {
    let remembered = try remembered(of: identity, transaction)
    guard isContinuous(with: remembered) else {
      // The chain cannot be asked from here, about keys that came in since.
      throw remembered.isSubset(of: gone) ? Problem.identityQuarantined : .identityChanged
    }
    try transaction.remember(key, of: identity.id)
  }

  func renew(_ identity: Identity, in transaction: any StoreWriting) throws {
    if try !isContinuous(with: remembered(of: identity, transaction)) {
      try transaction.forgetNEARKeys(of: identity.id)
    }
    try transaction.remember(key, of: identity.id)
  }

  /// Nothing remembered means an identity from before keys were: the first key is taken for its own.
  private func isContinuous(with remembered: Set<String>) -> Bool {
    remembered.isEmpty || remembered.contains(key.publicKey)
      || survivor.map(remembered.contains) == true
  }

  private func remembered(of identity: Identity, _ transaction: any StoreWriting) throws -> Set<String> {
    Set(try transaction.nearKeys(of: identity.id).map(\.publicKey))
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
      try snapshot.identity(identity).map { try snapshot.nearKeys(of: $0.id) } ?? []
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
