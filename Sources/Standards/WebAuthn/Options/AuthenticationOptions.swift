public import Encodings

/// The options of an authentication (`PublicKeyCredentialRequestOptionsJSON`, WebAuthn L3 §5.1.9).
public struct AuthenticationOptions: Sendable, Hashable {
  /// The challenge, at least 16 random bytes.
  public var challenge: [UInt8]
  /// The time limit in milliseconds.
  public var timeout: UInt32?
  /// The RP ID; nil for the domain of the page.
  public var relyingPartyID: String?
  /// The credentials of the user; empty if the authenticator is to find one (a sign-in without a user name).
  public var allowCredentials: [CredentialDescriptor]
  /// Whether the user is to be verified.
  public var userVerification: UserVerificationRequirement
  /// Hints for the client's user interface (WebAuthn L3 §5.8.7).
  public var hints: [String]
  /// The extensions.
  public var extensions: AuthenticationExtensions

  /// Creates options.
  public init(
    challenge: [UInt8], relyingPartyID: String?, allowCredentials: [CredentialDescriptor] = [],
    timeout: UInt32? = nil, userVerification: UserVerificationRequirement = .preferred, hints: [String] = [],
    extensions: AuthenticationExtensions = AuthenticationExtensions()
  ) {
    self.challenge = challenge
    self.relyingPartyID = relyingPartyID
    self.allowCredentials = allowCredentials
    self.timeout = timeout
    self.userVerification = userVerification
    self.hints = hints
    self.extensions = extensions
  }

  /// Parses the JSON form.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_response`.
  public init(_ json: JSONValue) throws(WebAuthnError) {
    let reader = try ResponseReader(json)
    challenge = try reader.bytes("challenge")
    timeout = try reader.timeout()
    relyingPartyID = try reader.optionalString("rpId")
    allowCredentials = try CredentialDescriptor.list(reader.optionalObjects("allowCredentials"))
    userVerification = try reader.known("userVerification") ?? .preferred
    hints = try reader.optionalStrings("hints") ?? []
    extensions =
      try reader.optionalObject("extensions").map { inputs throws(WebAuthnError) in
        try AuthenticationExtensions(inputs)
      } ?? AuthenticationExtensions()
  }

  /// The JSON form.
  public var json: JSONObject {
    var object: JSONObject = [
      "challenge": .string(Base64URL.encode(challenge)),
      "allowCredentials": .array(allowCredentials.map(\.json)),
      "userVerification": .string(userVerification.rawValue),
      "hints": .array(hints.map(JSONValue.string)),
    ]
    object["timeout"] = timeout.map { .number(JSONNumber($0)) }
    object["rpId"] = relyingPartyID.map(JSONValue.string)
    object["extensions"] = extensions.json
    return object
  }
}
