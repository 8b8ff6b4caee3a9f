package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardSystem
import Encodings

/// Warns once in a process about each flaw of `X-Forwarded-For`: behind a proxy, all clients then share the limits of one address.
package struct ForwardingReport: Sendable {
  private let logger: Logger
  private let reported = Monitor<Set<ClientAddressPolicy.Flaw>>([])

  package init(logger: Logger) { self.logger = logger }

  package func add(_ flaw: ClientAddressPolicy.Flaw, _ peer: IPAddress) {
    guard reported.withLock({ $0.insert(flaw).inserted }) else { return }
    let members: JSONObject = ["client": .string("\(peer)")]
    switch flaw {
    case .untrustedPeer:
      logger.log(.warning, "X-Forwarded-For from a peer outside trusted_proxies", members)
    case .unreadable: logger.log(.warning, "unreadable X-Forwarded-For", members)
    }
  }
}
