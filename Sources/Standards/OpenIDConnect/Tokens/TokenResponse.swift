internal import Encodings

/// The answer of a token endpoint (RFC 6749 §5, OpenID Connect Core §3.1.3.3). The ID token is not verified.
public struct TokenResponse: Sendable {
  /// The longest accepted answer, in bytes.
  public static let maxBytes = 200_000

  /// `access_token`.
  public let accessToken: String
  /// `expires_in`, in seconds; nil if the provider does not say, or says no whole number.
  public let lifetime: Int64?
  /// `refresh_token`.
  public let refreshToken: String?
  /// `id_token`, not verified.
  public let unverifiedIDToken: String?
  /// `scope`: the granted scopes; nil if they are those of the request.
  public let scopes: Set<String>?

  /// Parses an answer.
  ///
  /// The status of the answer is not needed: a provider's errors are recognized by `error`, because some providers answer
  /// them with 200.
  ///
  /// - Throws: ``OpenIDError``: `malformed_token_response`, `provider_refused`.
  public init(parsing bytes: [UInt8]) throws(OpenIDError) {
    let members: JSONObjectReader
    do {
      members = try JSONObjectReader(JSONParser.parse(bytes, limits: JSONLimits(maxBytes: Self.maxBytes)))
      if let error = try members.optionalString("error") {
        throw Self.refusal(error, try members.optionalString("error_description"))
      }
      accessToken = try members.requiredString("access_token")
      refreshToken = try members.optionalString("refresh_token")
      unverifiedIDToken = try members.optionalString("id_token")
      // RFC 6749 §5.1 and §3.3: spaces separate scopes. GitHub separates them by commas.
      scopes = try members.optionalString("scope").map { text in
        Set(text.split { $0 == " " || $0 == "," }.map(String.init))
      }
      // RFC 6749 §5.1 and §7.1: the type is case-insensitive, and a client must not use a token of an unknown type.
      guard try members.requiredString("token_type").lowercased() == "bearer" else {
        throw Self.malformed("token_type is not Bearer")
      }
    } catch let error as JSONError {
      throw Self.malformed(error.reason)
    } catch let error as OpenIDError {
      throw error
    } catch {
      throw Self.malformed("it is not JSON")
    }
    lifetime = members.object["expires_in"]?.int64
  }

  private static func refusal(_ code: String, _ explanation: String?) -> OpenIDError {
    guard let refusal = ProviderRefusal(code: code, explanation: explanation) else {
      return malformed("error has more than 64 characters, or characters that are not allowed")
    }
    return OpenIDError(
      code: .providerRefused, reason: "the provider's token endpoint answered with an error",
      refusal: refusal)
  }

  private static func malformed(_ flaw: String) -> OpenIDError {
    OpenIDError(
      code: .malformedTokenResponse, reason: "the answer of the token endpoint cannot be read: \(flaw)")
  }
}

extension TokenResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the tokens.
  public var description: String { "answer of a token endpoint" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
