package import DoorwardHTTP
import DoorwardWire
package import Encodings

/// The labels that a client may give a wallet. Lists show them; they prove nothing.
package struct WalletLabels: Sendable, Equatable {
  /// The labels as members of the HTTP contract's Identity.
  package let members: JSONObject

  /// Reads `metadata` of a sign-in.
  ///
  /// - Throws: `Problem` 400 or 422 that names the member.
  package init(_ body: JSONObjectReader) throws(Problem) {
    var members = JSONObject()
    if let metadata = try body.optionalMembers(ProofMembers.metadata) {
      for name in [WalletLabel.clientType, WalletLabel.connectorType] {
        guard let text = try metadata.optionalText(name),
          !text.isEmpty
        else { continue }
        guard WireLimits.isLine(text, upTo: WalletLabel.limit) else {
          throw Problem(
            status: 422, code: WireCode.invalidMetadata,
            detail: "\(metadata.path(of: name)) must be one line of up to \(WalletLabel.limit) bytes.")
        }
        members[name] = .string(text)
      }
    }
    self.members = members
  }
}
