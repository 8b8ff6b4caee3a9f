import DoorwardDelivery
package import DoorwardSessions
import DoorwardStore
import DoorwardWire

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

  /// The parameters of a message with a code that the page has asked for.
  func parameters(
    _ channel: DeliveryChannel, _ link: CodeLink?, _ challenge: String
  ) -> [MessageParameter: String] {
    switch channel {
    case .email: link.map { [.link: "\(continuation)#\($0.fragment(challenge))"] } ?? [:]
    case .sms: domain(for: channel).map { [.domain: $0] } ?? [:]
    }
  }
}
