public import Encodings

extension JSONWebKey {
  /// Returns the key as JSON.
  ///
  /// - Parameter includingPrivate: Whether to include the private part.
  /// - Returns: The object; nil for a shared secret if private parts are not included.
  public func json(includingPrivate: Bool = false) -> JSONObject? {
    guard includingPrivate else {
      guard let publicKey else { return nil }
      return publicKey.members(private: false)
    }
    return members(private: true)
  }

  private func members(private includingPrivate: Bool) -> JSONObject {
    var object = requiredMembers
    if includingPrivate { addPrivateMembers(to: &object) }
    object["use"] = use.map(JSONValue.string)
    object["key_ops"] = operations.map(JSONValue.strings)
    object["alg"] = algorithm.map(JSONValue.string)
    object["kid"] = keyID.map(JSONValue.string)
    return object
  }

  /// The required members of the key, in the order of RFC 7638 §3.3.
  private var requiredMembers: JSONObject {
    switch material {
    case .p256(let x, let y, _):
      ["crv": "P-256", "kty": "EC", "x": Self.base64(x), "y": Self.base64(y)]
    case .p384(let x, let y):
      ["crv": "P-384", "kty": "EC", "x": Self.base64(x), "y": Self.base64(y)]
    case .ed25519(let x, _):
      ["crv": "Ed25519", "kty": "OKP", "x": Self.base64(x)]
    case .rsa(let n, let e, _):
      ["e": Self.base64(e), "kty": "RSA", "n": Self.base64(n)]
    case .symmetric(let k):
      ["k": Self.base64(k), "kty": "oct"]
    }
  }

  private func addPrivateMembers(to object: inout JSONObject) {
    switch material {
    case .p256(_, _, let d?), .ed25519(_, let d?): object["d"] = Self.base64(d)
    case .rsa(_, _, let secret?):
      object["d"] = Self.base64(secret.d)
      object["p"] = Self.base64(secret.p)
      object["q"] = Self.base64(secret.q)
      object["dp"] = Self.base64(secret.dp)
      object["dq"] = Self.base64(secret.dq)
      object["qi"] = Self.base64(secret.qi)
    case .p256, .p384, .ed25519, .rsa, .symmetric: break
    }
  }

  private static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

  /// The SHA-256 thumbprint of the key in base64url (RFC 7638; RFC 8037 §2 for Ed25519).
  ///
  /// It is equal for the private and the public part and does not depend on the `kid`, so it is a suitable
  /// `kid`.
  public var thumbprint: String {
    Base64URL.encode(SHA256.hash(requiredMembers.serialized()))
  }
}
