package import DoorwardStore

extension IdentityKey.Kind {
  /// The way to sign in, as notices name it.
  package var noticeName: String {
    switch rawValue {
    case "email": "Email address"
    case "phone": "Phone number"
    case "username": "User name"
    case "ethereum": "Ethereum wallet"
    case "near": "NEAR account"
    case "passkey": "Passkey"
    default: rawValue
    }
  }
}
