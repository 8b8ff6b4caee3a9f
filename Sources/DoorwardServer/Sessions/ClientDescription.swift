/// What a session list shows a person of a device: a label, never a proof.
public struct ClientDescription: Sendable, Equatable {
  /// The `User-Agent`, cut to a bounded length.
  public var device: String?
  /// The client's address as text.
  public var network: String?

  public init(device: String? = nil, network: String? = nil) {
    self.device = device
    self.network = network
  }
}
