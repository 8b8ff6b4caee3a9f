// Keys can reach error messages, logs and debuggers inside other values. Each type that can contain a secret
// therefore has a description without its values.

extension JSONWebKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    "\(isPrivate ? "private" : "public") \(signatureAlgorithm.rawValue) key\(keyID.map { " \($0)" } ?? "")"
  }
  public var debugDescription: String { description }

  /// Contains only the description, so that a dump of a key shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.Material: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of key, without its values.
  public var description: String {
    switch self {
    case .p256: "values of a P-256 key"
    case .ed25519: "values of an Ed25519 key"
    case .rsa: "values of an RSA key"
    case .symmetric: "a shared secret"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.RSASecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without the values.
  public var description: String { "private part of an RSA key" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
