package import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The text that a NEAR wallet shows and signs. It contains the site, the network, the purpose and the expiry.
///
/// NEP-413 has a recipient and a nonce, and no time or network. So the message contains both, and the user can read
/// them.
package struct NEARChallengeText: Sendable {
  package let text: String
  package let expiresAt: Date

  private static let expiryLabel = "Expires: "

  /// - Parameters:
  ///   - name: the name of the application.
  ///   - recipient: the NEP-413 recipient.
  ///   - network: the NEAR network.
  ///   - purpose: the purpose of the challenge.
  ///   - expiresAt: when the challenge expires.
  package init(
    name: String, recipient: String, network: String, purpose: WirePurpose, expiresAt: Date
  ) {
    let act =
      switch purpose {
      case .signIn: "Sign in to \(name)"
      case .link: "Add your NEAR account to your account at \(name)"
      case .move:
        """
        Move your NEAR account to your account at \(name)
        It leaves the account that it belongs to now
        """
      }
    text = """
      \(act)

      Site: \(recipient)
      Network: NEAR \(network)
      \(Self.expiryLabel)\(Timestamp(expiresAt).rfc3339)
      """
    self.expiresAt = expiresAt
  }

  /// The expiry of a challenge text; nil if its last line does not contain one.
  package static func expiry(of text: String) -> Date? {
    guard let line = text.split(separator: "\n", omittingEmptySubsequences: false).last,
      line.hasPrefix(expiryLabel)
    else { return nil }
    return try? Timestamp(rfc3339: String(line.dropFirst(expiryLabel.count))).date
  }
}
