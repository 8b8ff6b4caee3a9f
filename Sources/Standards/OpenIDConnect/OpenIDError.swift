public import Encodings
public import JOSE

/// The reason why a message of a provider was refused, or why no request to it could be made.
///
/// The checks of ID tokens throw `JOSEError`, with the codes of JOSE and those at the end of this file.
public struct OpenIDError: CodedError {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of error.
  public var code: Code
  /// The reason as a sentence. It contains no code, token, state or secret, and no text of the provider.
  public var reason: String
  /// The provider's answer, if the code is `provider_refused`.
  public var refusal: ProviderRefusal?

  /// Creates an error.
  public init(code: Code, reason: String, refusal: ProviderRefusal? = nil) {
    self.code = code
    self.reason = reason
    self.refusal = refusal
  }
}

/// An error that a provider has answered (RFC 6749 §4.1.2.1 and §5.2). Its texts are foreign and not trusted.
public struct ProviderRefusal: Sendable, Hashable {
  /// `error`, such as `access_denied`: 1 to 64 printable characters of ASCII without quotes and backslashes.
  public let code: String
  /// `error_description`, for an operator; nil if it is absent, is longer than 512 bytes or has other characters than
  /// RFC 6749 allows.
  public let explanation: String?

  /// Reads an error; nil if the code is not one.
  public init?(code: String, explanation: String?) {
    guard (1...64).contains(code.utf8.count), code.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.code = code
    self.explanation = explanation.flatMap { text in
      (1...512).contains(text.utf8.count) && text.utf8.allSatisfy(Self.isAllowed) ? text : nil
    }
  }

  /// RFC 6749 §4.1.2.1: %x20-21, %x23-5B and %x5D-7E.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

extension OpenIDError.Code {
  /// The issuer is not an `https` address without query and fragment (OpenID Connect Core §2, "iss").
  public static let invalidIssuer = Self(rawValue: "invalid_issuer")
  /// An address of the provider is not an `https` address without fragment and user information.
  public static let invalidEndpoint = Self(rawValue: "invalid_endpoint")
  /// The discovery document is not JSON, or a member is missing or has the wrong type.
  public static let malformedMetadata = Self(rawValue: "malformed_metadata")
  /// The discovery document or the callback belongs to another issuer.
  public static let wrongIssuer = Self(rawValue: "wrong_issuer")
  /// The provider has no authorization code flow, or signs with no algorithm of this library.
  public static let unsupportedProvider = Self(rawValue: "unsupported_provider")
  /// The document is not a set of public keys.
  public static let malformedKeySet = Self(rawValue: "malformed_key_set")
  /// A parameter of a request is not allowed.
  public static let invalidRequest = Self(rawValue: "invalid_request")
  /// The callback is not a form, or a parameter is missing, doubled or too long.
  public static let malformedCallback = Self(rawValue: "malformed_callback")
  /// The callback belongs to another request.
  public static let wrongState = Self(rawValue: "wrong_state")
  /// The callback does not name its issuer, although the provider advertises it (RFC 9207 §2.4).
  public static let missingIssuer = Self(rawValue: "missing_issuer")
  /// The provider answered with an error.
  public static let providerRefused = Self(rawValue: "provider_refused")
  /// The answer of the token endpoint is not JSON, or a member is missing or has the wrong type.
  public static let malformedTokenResponse = Self(rawValue: "malformed_token_response")
  /// The answer of the userinfo endpoint is not JSON with a subject.
  public static let malformedUserInfo = Self(rawValue: "malformed_user_info")
  /// The answer of the userinfo endpoint is about another user (OpenID Connect Core §5.3.2).
  public static let wrongSubject = Self(rawValue: "wrong_subject")
}

// The codes of ID tokens that JOSE does not have.
extension JOSEError.Code {
  /// The `nonce` is not that of the request.
  public static let wrongNonce = Self(rawValue: "wrong_nonce")
  /// `azp` is another client, or it is missing in a token of several audiences.
  public static let wrongAuthorizedParty = Self(rawValue: "wrong_authorized_party")
  /// `at_hash` or `c_hash` does not match the access token or the code.
  public static let wrongHash = Self(rawValue: "wrong_hash")
  /// The token is older than the client allows.
  public static let tokenTooOld = Self(rawValue: "token_too_old")
  /// The user signed in at the provider longer ago than the client allows, or at an unknown time.
  public static let authenticationTooOld = Self(rawValue: "authentication_too_old")
  /// `acr` is none of the values that the client requires.
  public static let wrongAuthenticationContext = Self(rawValue: "wrong_authentication_context")
}
