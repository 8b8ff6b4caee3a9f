import DoorwardServerRules
import DoorwardStore

extension Assurance {
  /// One factor with a proof that cannot be replayed, like AAL1 of NIST SP 800-63B.
  static let wallet = Assurance(rawValue: AssuranceName.wallet)
}
