// Keys end up in error messages, logs and debuggers by way of whatever holds them, so each part that can
// hold a secret names itself and shows nothing.

extension JSONWebKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    "\(isPrivate ? "private" : "public") \(signatureAlgorithm.rawValue) key\(keyID.map { " \($0)" } ?? "")"
  }
  public var debugDescription: String { description }

  /// Shows the description alone, so that a dump of a key holds no secret.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.Material: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of key, never its numbers.
  public var description: String {
    switch self {
    case .p256: "numbers of a P-256 key"
    case .ed25519: "numbers of an Ed25519 key"
    case .rsa: "numbers of an RSA key"
    case .symmetric: "a shared secret"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.RSASecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing of the numbers.
  public var description: String { "private half of an RSA key" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
