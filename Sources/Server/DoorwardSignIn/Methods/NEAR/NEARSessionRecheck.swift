import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The access key behind the proof of a session, and when the chain last confirmed it: the evidence of the proof.
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
      "confirmed_at": .time(moment),
    ]
  }
}

/// Asks the chain again whether the key behind a session is still on its account.
///
/// An account outlives its keys. When it is sold, or gets new keys after a theft, the sessions of the old keys must end.
struct NEARSessionRecheck: SessionRecheck {
  let chains: NEARChains

  var method: SignInMethodName { NEARSignIn.name }
  var unavailable: Problem { .nearUnavailable }
  /// An outage of the endpoints ends no session for a day. A removed key is noticed as soon as the chain can be asked
  /// again.
  var tolerance: TimeInterval { 24 * 3600 }

  func lastCheck(of proof: SessionProof) -> Date? {
    proof.evidence["confirmed_at"]?.time
  }

  func check(_ proof: SessionProof, at now: Date) async -> SessionRecheckResult {
    guard let key = NEARSessionKey(proof.evidence) else { return .lapsed }
    guard let chain = chains[key.network] else { return .unsupported }
    do {
      _ = try await chain.check(key.publicKey, of: key.accountID)
      return .holds(key.evidence(confirmedAt: now))
    } catch {
      return (error as? NEARError)?.isRPCUnavailability == false ? .lapsed : .unavailable
    }
  }
}
