import DoorwardStore

extension Assurance {
  /// One factor whose proof cannot be replayed, as NIST SP 800-63B's AAL1.
  static let wallet = Assurance(rawValue: "urn:doorward:acr:wallet")
}
