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

/// The evidence of a session's proof: its access key, and the time when the chain last confirmed the key.
struct NEARSessionKey: Sendable {
  let network: String
  let accountID: NEARAccountID
  let publicKey: NEARPublicKey

  init(network: String, accountID: NEARAccountID, publicKey: NEARPublicKey) {
    self.network = network
    self.accountID = accountID
    self.publicKey = publicKey
  }

  init?(_ evidence: JSONObject) {
    guard let network = evidence["network"]?.string,
      let accountID = evidence["account_id"]?.string.flatMap({ try? NEARAccountID(parsing: $0) }),
      let publicKey = evidence["public_key"]?.string.flatMap({ try? NEARPublicKey(parsing: $0) })
    else { return nil }
    self.init(network: network, accountID: accountID, publicKey: publicKey)
  }

  func evidence(confirmedAt moment: Date) -> JSONObject {
    [
      "network": .string(network), "account_id": .string(accountID.description),
      "public_key": .string(publicKey.description),
      "confirmed_at": .integer(Int64((moment.timeIntervalSince1970 * 1000).rounded())),
    ]
  }
}

/// Asks the chain again whether the key of a session's proof is still on its account.
///
/// An account outlives its keys. If it is sold, or gets new keys after a theft, the sessions of the old keys must
/// end.
struct NEARSessionRecheck: SessionRecheck {
  let chains: NEARChains

  var method: SignInMethodName { NEARSignIn.name }
  var unavailable: Problem { .nearUnavailable }
  /// An outage of another party's servers ends no session for a day. A removed key is detected when the chain
  /// responds again.
  var tolerance: TimeInterval { 24 * 3600 }

  func lastCheck(of proof: SessionProof) -> Date? {
    proof.evidence["confirmed_at"]?.int64.map { StoredTime.moment($0) }
  }

  func check(_ proof: SessionProof, at now: Date) async -> SessionRecheckResult {
    // A network that is no longer configured cannot confirm the key.
    guard let key = NEARSessionKey(proof.evidence), let chain = chains[key.network] else { return .lapsed }
    do {
      _ = try await chain.check(key.publicKey, of: key.accountID)
      return .holds(key.evidence(confirmedAt: now))
    } catch {
      return (error as? NEARError)?.isRPCUnavailability == false ? .lapsed : .unavailable
    }
  }
}
