import Doorward
import Encodings
import Foundation

/// The origin that a security key signs for, and its client data (WebAuthn L3 §5.8.1). A browser checks the same.
struct SecurityKeyOrigin {
  private let origin: String

  /// Checks an origin of a server.
  ///
  /// `relyingPartyID` is the domain of the passkeys: that of the origin, or one above it.
  ///
  /// - Throws: ``Doorward/PasskeyFailure/notAllowed``.
  init(_ origin: String, for relyingPartyID: String) throws(PasskeyFailure) {
    guard let url = URL(string: origin), let host = url.host, !host.isEmpty else { throw .notAllowed }
    // Another program of this machine cannot listen in on the loopback interface.
    guard url.scheme == "https" || url.scheme == "http" && host == "localhost" else { throw .notAllowed }
    let isAbove = relyingPartyID.contains(".") && host.hasSuffix(".\(relyingPartyID)")
    guard host == relyingPartyID || isAbove, !Self.isAddress(host) else { throw .notAllowed }
    self.origin = origin
  }

  /// The client data of a ceremony.
  func clientData(_ ceremony: String, challenge: [UInt8]) -> [UInt8] {
    let members: JSONObject = [
      "type": .string(ceremony), "challenge": .string(Base64URL.encode(challenge)),
      "origin": .string(origin), "crossOrigin": false,
    ]
    return members.serialized()
  }

  /// Whether the host is an IP address. Its last label is a number, or it has colons.
  private static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.split(separator: ".").last.map { $0.allSatisfy(\.isNumber) } ?? true
  }
}
