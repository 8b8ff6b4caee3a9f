import DoorwardDelivery
import DoorwardSecondFactors
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secret of the link in a mail with a code. It answers the challenge as the code does.
///
/// The link opens a page of the server and changes nothing. After the user has pressed its button, the page gives the
/// secret to the tab that requested the code, and that tab sends it. A user who opens a link that an attacker has
/// requested has no such tab.
package struct CodeLink: Sendable, Equatable {
  private static let length = 16
  private let bytes: [UInt8]

  /// Draws a secret.
  ///
  /// - Throws: the error of the random source.
  init(random: RandomSource) throws { bytes = try random.bytes(Self.length) }

  /// Reads a secret; nil if the text has another form.
  init?(_ text: String) {
    guard let bytes = try? Base64URL.decode(text), bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// The secret, for the challenge and the message. It belongs in no response and no log.
  var text: String { Base64URL.encode(bytes) }

  /// The part of the link after `#`, which no browser sends to a server: the name of the challenge and the secret.
  ///
  /// - Parameter challenge: the challenge as the tab has it. Its hash is the name.
  /// - Returns: the text.
  func fragment(_ challenge: String) -> String {
    "\(Base64URL.encode(Array(SHA256.hash(Array(challenge.utf8)).prefix(12)))).\(text)"
  }

  /// Whether two secrets are the same. The time does not depend on their bytes.
  package static func == (left: Self, right: Self) -> Bool { constantTimeEquals(left.bytes, right.bytes) }
}

/// An answer to a challenge: the code, or the secret of the link in the same message.
enum CodeAnswer {
  case code(OneTimeCode)
  case link(CodeLink)

  /// Reads the `code` of a request; nil if it is neither a code nor such a secret.
  init?(_ text: String) {
    if let code = OneTimeCode(typed: text) {
      self = .code(code)
    } else if let link = CodeLink(text) {
      self = .link(link)
    } else {
      return nil
    }
  }
}

/// The hosted page, for the messages about codes.
package struct CodePage: Sendable {
  /// The page on which the user signs in.
  let start: String
  private let continuation: String
  /// The host, to which an SMS binds its code; nil for an IPv6 address.
  private let host: String?

  /// - Parameter origin: the origin of the page.
  package init(origin: WebOrigin) {
    start = "\(origin)/"
    continuation = "\(origin)\(PagePath.continuation)"
    host = HostName.isValid(origin.host) ? origin.host : nil
  }

  /// The host that a message binds its code to, so that browsers fill it in on no other page.
  func domain(for channel: DeliveryChannel) -> String? { channel == .sms ? host : nil }

  /// The link that opens the page with the form for a new password, which waits for the code of the message. The request is
  /// behind `#`, so no server gets it.
  func link(waitingFor challenge: String, of recipient: Recipient, until end: Date, resending: Date) -> String
  {
    let members = [
      ("reset", challenge), ("identifier", recipient.text), ("expires_at", Timestamp(end).rfc3339),
      ("resend_at", Timestamp(resending).rfc3339),
    ]
    return "\(start)#" + members.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// The parameters of a message with a code that the page has asked for.
  func parameters(
    _ channel: DeliveryChannel, link: CodeLink?, challenge: String
  ) -> [MessageParameter: String] {
    switch channel {
    case .email: link.map { [.link: "\(continuation)#\($0.fragment(challenge))"] } ?? [:]
    case .sms: domain(for: channel).map { [.domain: $0] } ?? [:]
    }
  }
}
