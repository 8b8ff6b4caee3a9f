public import Encodings

/// Why a token, a key or a set of keys was refused.
///
/// Two errors are equal when their codes are equal; the reason is for people.
public struct JOSEError: CodedError, Equatable, CustomStringConvertible {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What went wrong.
  public var code: Code
  /// A sentence a person can act on. Never holds a key or a token.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

// Tokens
extension JOSEError.Code {
  /// Not three parts of base64url with a JSON header that has an `alg` (RFC 7515 §5.2).
  public static let malformedToken = Self(rawValue: "malformed_token")
  /// Longer than the limit.
  public static let tokenTooLarge = Self(rawValue: "token_too_large")
  /// A header extension that must be understood (`crit`, RFC 7515 §4.1.11) and is not.
  public static let unsupportedCriticalHeader = Self(rawValue: "unsupported_critical_header")
  /// An `alg` this library does not do.
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported_algorithm")
  /// An `alg` this library does, but not with this key, or not for this verifier; and `none`.
  public static let algorithmNotAllowed = Self(rawValue: "algorithm_not_allowed")
  /// No key of the set is the one the token names, or fits its algorithm.
  public static let unknownKey = Self(rawValue: "unknown_key")
  /// The signature is not the key's over these bytes.
  public static let wrongSignature = Self(rawValue: "wrong_signature")
}

// Claims
extension JOSEError.Code {
  /// The payload is not a JSON object, or a registered claim holds another kind of value (RFC 7519 §4.1).
  public static let malformedClaims = Self(rawValue: "malformed_claims")
  /// The time is at or past `exp`.
  public static let expired = Self(rawValue: "expired")
  /// The time is before `nbf`.
  public static let notYetValid = Self(rawValue: "not_yet_valid")
  /// `iat` is later than the time.
  public static let issuedInFuture = Self(rawValue: "issued_in_future")
  /// `iss` is not the issuer asked for.
  public static let wrongIssuer = Self(rawValue: "wrong_issuer")
  /// `aud` does not name the audience asked for.
  public static let wrongAudience = Self(rawValue: "wrong_audience")
  /// `typ` is not the type asked for.
  public static let wrongType = Self(rawValue: "wrong_type")
  /// A claim asked for is not there.
  public static let missingClaim = Self(rawValue: "missing_claim")
  /// A claim does not hold the value asked for.
  public static let wrongClaim = Self(rawValue: "wrong_claim")
}

// Keys
extension JOSEError.Code {
  /// A key whose members are missing, of the wrong kind, or out of range (RFC 7517, RFC 7518 §6).
  public static let malformedKey = Self(rawValue: "malformed_key")
  /// A key of a type or on a curve this library does not do.
  public static let unsupportedKey = Self(rawValue: "unsupported_key")
  /// A key too small for its algorithm: RSA below 2048 bits, HS256 below 256.
  public static let keyTooSmall = Self(rawValue: "key_too_small")
  /// A key larger than this library works with.
  public static let keyTooLarge = Self(rawValue: "key_too_large")
  /// A key whose `use` or `key_ops` is for something else.
  public static let keyNotPermitted = Self(rawValue: "key_not_permitted")
  /// A key without the private half that signing needs.
  public static let privateKeyRequired = Self(rawValue: "private_key_required")
  /// A set that holds secret and public keys together.
  public static let mixedKeySet = Self(rawValue: "mixed_key_set")
  /// Not a set of keys, or one of more keys than the limit.
  public static let malformedKeySet = Self(rawValue: "malformed_key_set")
  /// The cryptographic library could not do its work.
  public static let libraryFailure = Self(rawValue: "library_failure")
}
