public import Encodings

/// The reason why a token, a key or a set of keys was refused.
public struct JOSEError: CodedError {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of error.
  public var code: Code
  /// The reason as a sentence. It never contains a key or a token.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

// Tokens.
extension JOSEError.Code {
  /// The token does not consist of three parts in base64url, or its header is not JSON with an `alg` (RFC 7515
  /// §5.2).
  public static let malformedToken = Self(rawValue: "malformed_token")
  /// The token is longer than the limit.
  public static let tokenTooLarge = Self(rawValue: "token_too_large")
  /// The header requires an extension (`crit`, RFC 7515 §4.1.11) that this library does not support.
  public static let unsupportedCriticalHeader = Self(rawValue: "unsupported_critical_header")
  /// The library does not support the `alg`.
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported_algorithm")
  /// The `alg` is `none`, or it is not allowed for this key or this verifier.
  public static let algorithmNotAllowed = Self(rawValue: "algorithm_not_allowed")
  /// The set contains no key that has the token's `kid` and algorithm.
  public static let unknownKey = Self(rawValue: "unknown_key")
  /// The signature does not match the content and the key.
  public static let wrongSignature = Self(rawValue: "wrong_signature")
}

// Claims.
extension JOSEError.Code {
  /// The payload is not a JSON object, or a registered claim has the wrong type (RFC 7519 §4.1).
  public static let malformedClaims = Self(rawValue: "malformed_claims")
  /// The time is at or after `exp`.
  public static let expired = Self(rawValue: "expired")
  /// The time is before `nbf`.
  public static let notYetValid = Self(rawValue: "not_yet_valid")
  /// `iat` is after the current time.
  public static let issuedInFuture = Self(rawValue: "issued_in_future")
  /// `iss` is not the expected issuer.
  public static let wrongIssuer = Self(rawValue: "wrong_issuer")
  /// `aud` does not contain the expected audience.
  public static let wrongAudience = Self(rawValue: "wrong_audience")
  /// `typ` is not the expected type.
  public static let wrongType = Self(rawValue: "wrong_type")
  /// An expected claim is missing.
  public static let missingClaim = Self(rawValue: "missing_claim")
  /// A claim does not have the expected value.
  public static let wrongClaim = Self(rawValue: "wrong_claim")
}

// Keys.
extension JOSEError.Code {
  /// A member of the key is missing, has the wrong type, or is out of range (RFC 7517, RFC 7518 §6).
  public static let malformedKey = Self(rawValue: "malformed_key")
  /// The library does not support the type or the curve of the key.
  public static let unsupportedKey = Self(rawValue: "unsupported_key")
  /// The key is too small for its algorithm: RSA below 2048 bits, HS256 below 256 bits.
  public static let keyTooSmall = Self(rawValue: "key_too_small")
  /// The key is larger than the library supports.
  public static let keyTooLarge = Self(rawValue: "key_too_large")
  /// The `use` or the `key_ops` of the key do not allow the operation.
  public static let keyNotPermitted = Self(rawValue: "key_not_permitted")
  /// The key has no private part, which signing needs.
  public static let privateKeyRequired = Self(rawValue: "private_key_required")
  /// The set contains both secret and public keys.
  public static let mixedKeySet = Self(rawValue: "mixed_key_set")
  /// The value is not a set of keys, or the set contains too many keys.
  public static let malformedKeySet = Self(rawValue: "malformed_key_set")
  /// An operation of the cryptographic library failed.
  public static let libraryFailure = Self(rawValue: "library_failure")
}
