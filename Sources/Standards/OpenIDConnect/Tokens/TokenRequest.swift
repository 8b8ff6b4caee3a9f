internal import Encodings

/// A request to a token endpoint (OpenID Connect Core §3.1.3.1, RFC 6749 §4.1.3 and §6).
public struct TokenRequest: Sendable {
  /// How the client proves its identity to the provider (OpenID Connect Core §9).
  public enum ClientAuthentication: Sendable {
    /// The client has no secret.
    case none
    /// The secret is in the header field `Authorization` (`client_secret_basic`).
    case basic(secret: String)
    /// The secret is in the body (`client_secret_post`). Apple's secret is a token that the client signs.
    case post(secret: String)
  }

  /// The body, in `application/x-www-form-urlencoded`.
  public let body: String
  /// The header field `Authorization`; nil if the request has none.
  public let authorization: String?

  /// Creates the request that redeems a code.
  public init(
    redeeming code: String, redirectURI: String, proofKey: ProofKey, clientID: String,
    authentication: ClientAuthentication
  ) {
    self.init(
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
        ("code_verifier", proofKey.verifier),
      ], clientID, authentication)
  }

  /// Creates a request for new tokens.
  public init(refreshing token: String, clientID: String, authentication: ClientAuthentication) {
    self.init([("grant_type", "refresh_token"), ("refresh_token", token)], clientID, authentication)
  }

  /// Creates the request that revokes a token at the revocation endpoint (RFC 7009 §2.1).
  public init(
    revoking token: String, hint: String?, clientID: String, authentication: ClientAuthentication
  ) {
    self.init([("token", token), ("token_type_hint", hint)], clientID, authentication)
  }

  private init(_ items: [(String, String?)], _ clientID: String, _ authentication: ClientAuthentication) {
    switch authentication {
    case .none:
      body = FormText.encode(items + [("client_id", clientID)])
      authorization = nil
    case .post(let secret):
      body = FormText.encode(items + [("client_id", clientID), ("client_secret", secret)])
      authorization = nil
    case .basic(let secret):
      body = FormText.encode(items)
      // RFC 6749 §2.3.1: both are encoded like a form first, so they may contain a colon.
      let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(secret))"
      authorization = "Basic \(Base64.encode([UInt8](pair.utf8)))"
    }
  }
}

extension TokenRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the code and the secret.
  public var description: String { "request to a token endpoint" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenRequest.ClientAuthentication: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name of the authentication method, without the secret.
  public var description: String {
    switch self {
    case .none: "none"
    case .basic: "client_secret_basic"
    case .post: "client_secret_post"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
