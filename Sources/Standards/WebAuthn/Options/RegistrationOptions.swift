public import Encodings

/// The options of a registration (`PublicKeyCredentialCreationOptionsJSON`, WebAuthn L3 §5.1.8).
public struct RegistrationOptions: Sendable, Hashable {
  /// The user of a new credential (WebAuthn L3 §5.4.3).
  public struct User: Sendable, Hashable {
    /// The user handle: 1 to 64 bytes that say nothing about the person.
    public var id: [UInt8]
    /// The name of the account, such as an email address.
    public var name: String
    /// The name of the person; may be empty.
    public var displayName: String

    /// Creates a user.
    public init(id: [UInt8], name: String, displayName: String) {
      self.id = id
      self.name = name
      self.displayName = displayName
    }
  }

  /// The RP ID; nil for the domain of the page.
  public var relyingPartyID: String?
  /// The name of the relying party.
  public var relyingPartyName: String
  /// The user.
  public var user: User
  /// The challenge, at least 16 random bytes.
  public var challenge: [UInt8]
  /// The algorithms, the preferred ones first.
  public var algorithms: [COSEAlgorithm]
  /// The time limit in milliseconds.
  public var timeout: UInt32?
  /// The credentials that the user already has.
  public var excludeCredentials: [CredentialDescriptor]
  /// The wanted attachment of the authenticator; nil for any.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// Whether the credential is to be discoverable.
  public var residentKey: ResidentKeyRequirement
  /// Whether the user is to be verified.
  public var userVerification: UserVerificationRequirement
  /// Hints for the client's user interface (WebAuthn L3 §5.8.7).
  public var hints: [String]
  /// The information about the authenticator that the relying party requests.
  public var attestation: AttestationConveyance
  /// The wanted formats of the attestation statement, the preferred ones first.
  public var attestationFormats: [AttestationFormat]
  /// The extensions.
  public var extensions: RegistrationExtensions

  /// Creates options. By default they ask for a passkey: a discoverable credential, with the user verified if possible,
  /// and without attestation.
  public init(
    relyingPartyID: String?, relyingPartyName: String, user: User, challenge: [UInt8],
    algorithms: [COSEAlgorithm] = COSEAlgorithm.supported, timeout: UInt32? = nil,
    excludeCredentials: [CredentialDescriptor] = [],
    authenticatorAttachment: AuthenticatorAttachment? = nil,
    residentKey: ResidentKeyRequirement = .required,
    userVerification: UserVerificationRequirement = .preferred, hints: [String] = [],
    attestation: AttestationConveyance = .none, attestationFormats: [AttestationFormat] = [],
    extensions: RegistrationExtensions = RegistrationExtensions()
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.user = user
    self.challenge = challenge
    self.algorithms = algorithms
    self.timeout = timeout
    self.excludeCredentials = excludeCredentials
    self.authenticatorAttachment = authenticatorAttachment
    self.residentKey = residentKey
    self.userVerification = userVerification
    self.hints = hints
    self.attestation = attestation
    self.attestationFormats = attestationFormats
    self.extensions = extensions
  }

  /// Parses the JSON form.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_response`.
  public init(_ json: JSONValue) throws(WebAuthnError) {
    let reader = try ResponseReader(json)
    let party = try reader.object("rp")
    relyingPartyID = try party.optionalString("id")
    relyingPartyName = try party.string("name")
    let user = try reader.object("user")
    self.user = User(
      id: try user.bytes("id"), name: try user.string("name"), displayName: try user.string("displayName"))
    challenge = try reader.bytes("challenge")
    algorithms = []
    for parameters in try reader.optionalObjects("pubKeyCredParams") ?? [] {
      guard try parameters.string("type") == "public-key", let number = try parameters.optionalNumber("alg")
      else { throw ResponseReader.malformed("pubKeyCredParams must have type public-key and alg") }
      algorithms.append(COSEAlgorithm(rawValue: number))
    }
    timeout = try reader.timeout()
    excludeCredentials = try CredentialDescriptor.list(reader.optionalObjects("excludeCredentials"))
    let selection = try reader.optionalObject("authenticatorSelection")
    authenticatorAttachment = try selection?.known("authenticatorAttachment")
    let requiresResidentKey = try selection?.optionalBool("requireResidentKey") ?? false
    residentKey = try selection?.known("residentKey") ?? (requiresResidentKey ? .required : .discouraged)
    userVerification = try selection?.known("userVerification") ?? .preferred
    hints = try reader.optionalStrings("hints") ?? []
    attestation = try reader.known("attestation") ?? .none
    attestationFormats = try (reader.optionalStrings("attestationFormats") ?? [])
      .map(AttestationFormat.init(rawValue:))
    extensions =
      try reader.optionalObject("extensions").map { inputs throws(WebAuthnError) in
        try RegistrationExtensions(inputs)
      } ?? RegistrationExtensions()
  }

  /// The JSON form.
  public var json: JSONObject {
    var party: JSONObject = ["name": .string(relyingPartyName)]
    party["id"] = relyingPartyID.map(JSONValue.string)
    var selection: JSONObject = [
      "residentKey": .string(residentKey.rawValue), "requireResidentKey": .bool(residentKey == .required),
      "userVerification": .string(userVerification.rawValue),
    ]
    selection["authenticatorAttachment"] = authenticatorAttachment.map { .string($0.rawValue) }
    var object: JSONObject = [
      "rp": .object(party),
      "user": [
        "id": .string(Base64URL.encode(user.id)), "name": .string(user.name),
        "displayName": .string(user.displayName),
      ],
      "challenge": .string(Base64URL.encode(challenge)),
      "pubKeyCredParams": .array(
        algorithms.map { ["type": "public-key", "alg": .number(JSONNumber($0.rawValue))] }),
      "excludeCredentials": .array(excludeCredentials.map(\.json)),
      "authenticatorSelection": .object(selection),
      "hints": .array(hints.map(JSONValue.string)),
      "attestation": .string(attestation.rawValue),
      "attestationFormats": .array(attestationFormats.map { .string($0.rawValue) }),
    ]
    object["timeout"] = timeout.map { .number(JSONNumber($0)) }
    object["extensions"] = extensions.json
    return object
  }
}

extension ResponseReader {
  /// `timeout`, an unsigned number of 32 bits.
  func timeout() throws(WebAuthnError) -> UInt32? {
    guard let number = try optionalNumber("timeout") else { return nil }
    guard let timeout = UInt32(exactly: number) else { throw Self.malformed("timeout is out of range") }
    return timeout
  }
}
