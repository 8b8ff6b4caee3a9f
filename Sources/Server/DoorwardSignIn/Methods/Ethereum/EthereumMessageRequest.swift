package import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings
package import SignInWithEthereum

/// The parts of an Ethereum message that the client chooses.
package struct EthereumMessageRequest: Sendable {
  package let address: EthereumAddress
  package let chainID: UInt64
  package let domain: String
  package let uri: String

  package init(_ body: JSONObjectReader) throws(Problem) {
    let text = try body.text(ChallengeMembers.address)
    chainID = try body.wholeNumber(ChallengeMembers.chainID)
    domain = try body.text(ChallengeMembers.domain)
    uri = try body.text(ChallengeMembers.uri)
    do {
      // Wallets return addresses in lower case; the message contains the checksummed form (EIP-55).
      address = try EthereumAddress(parsing: text)
    } catch {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  /// Refuses values that the application does not list. A client cannot extend the list.
  package func check(against offer: EthereumOffer) throws(Problem) {
    guard offer.domains.contains(domain) else { throw .domainNotListed(domain) }
    guard offer.uris.contains(uri) else { throw .uriNotListed(uri) }
    guard offer.chains.contains(where: { $0.id == chainID }) else { throw .chainNotListed(chainID) }
  }
}
