public import Encodings

/// The user, as a provider describes them in an ID token or in the answer of its userinfo endpoint (OpenID Connect Core §5.1).
///
/// Nothing here identifies the user; the issuer and the subject do. An email address can get a new owner, and a provider can
/// claim any. Members of the wrong type, and texts that are longer than 1,024 bytes or have control characters, count as
/// absent.
public struct ProviderUser: Sendable, Hashable {
  /// `email`.
  public var email: String?
  /// `email_verified`: the provider has checked that the user owns the address. Apple writes it as a string.
  public var isEmailVerified: Bool
  /// `name`.
  public var name: String?
  /// `given_name`.
  public var givenName: String?
  /// `family_name`.
  public var familyName: String?
  /// `preferred_username`, which the user can change.
  public var userName: String?
  /// `picture`: the address of a photo.
  public var picture: String?
  /// `locale`.
  public var locale: String?

  /// Reads claims. No claim is required.
  public init(_ claims: JSONObject) {
    func text(_ name: String) -> String? {
      guard let text = claims[name]?.string, (1...1024).contains(text.utf8.count),
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return nil }
      return text
    }
    email = text("email")
    isEmailVerified = claims["email_verified"] == true || claims["email_verified"] == "true"
    name = text("name")
    givenName = text("given_name")
    familyName = text("family_name")
    userName = text("preferred_username")
    picture = text("picture")
    locale = text("locale")
  }
}

/// The answer of a userinfo endpoint (OpenID Connect Core §5.3.2) about a known subject.
public struct UserInfo: Sendable {
  /// The longest accepted answer, in bytes.
  public static let maxBytes = 200_000

  /// All claims.
  public let claims: JSONObject

  /// Parses an answer in JSON.
  ///
  /// - Parameters:
  ///   - bytes: The answer.
  ///   - subject: The subject of the verified ID token.
  /// - Throws: ``OpenIDError``: `malformed_user_info`; `wrong_subject`, because the access token may be that of another user.
  public init(parsing bytes: [UInt8], subject: String) throws(OpenIDError) {
    let found: String
    do {
      let reader = try JSONObjectReader(
        JSONParser.parse(bytes, limits: JSONLimits(maxBytes: Self.maxBytes)))
      found = try reader.requiredString("sub")
      claims = reader.object
    } catch {
      throw OpenIDError(
        code: .malformedUserInfo,
        reason: "the answer of the userinfo endpoint cannot be read: \(error.reason)")
    }
    guard sameBytes(found, subject) else {
      throw OpenIDError(
        code: .wrongSubject, reason: "the userinfo endpoint answered about another user than the ID token")
    }
  }
}
