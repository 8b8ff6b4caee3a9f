/// The description of a session's device in a list. It is a label and proves nothing.
package struct ClientDescription: Sendable, Equatable {
  /// The `User-Agent`, cut to a bounded length.
  package var device: String?
  /// The client's address as text.
  package var network: String?

  package init(device: String? = nil, network: String? = nil) {
    self.device = device
    self.network = network
  }
}
