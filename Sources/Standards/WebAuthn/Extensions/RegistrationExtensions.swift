internal import Encodings

/// The extensions that a registration asks for.
public struct RegistrationExtensions: Sendable, Hashable {
  /// Whether a registration requires or prefers the extension `largeBlob` (WebAuthn L3 §10.1.5).
  public enum LargeBlobSupport: String, Sendable, Hashable {
    case required
    case preferred
  }

  /// `credProps`: whether the credential is discoverable.
  public var credProps: Bool
  /// `credentialProtectionPolicy`.
  public var credentialProtection: CredentialProtection?
  /// `enforceCredentialProtectionPolicy`: the registration fails if the credential is protected less.
  public var enforcesCredentialProtection: Bool
  /// `appidExclude`: the FIDO AppID of credentials that were registered with U2F.
  public var appidExclude: String?
  /// `largeBlob.support`.
  public var largeBlob: LargeBlobSupport?
  /// `prf`.
  public var prf: PRFInputs?

  /// Creates inputs; by default none.
  public init(
    credProps: Bool = false, credentialProtection: CredentialProtection? = nil,
    enforcesCredentialProtection: Bool = false, appidExclude: String? = nil,
    largeBlob: LargeBlobSupport? = nil, prf: PRFInputs? = nil
  ) {
    self.credProps = credProps
    self.credentialProtection = credentialProtection
    self.enforcesCredentialProtection = enforcesCredentialProtection
    self.appidExclude = appidExclude
    self.largeBlob = largeBlob
    self.prf = prf
  }

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    credProps = try reader.optionalBool("credProps") ?? false
    if let name = try reader.optionalString("credentialProtectionPolicy") {
      guard let protection = CredentialProtection(name: name) else {
        throw ResponseReader.malformed("credentialProtectionPolicy is unknown")
      }
      credentialProtection = protection
    }
    enforcesCredentialProtection = try reader.optionalBool("enforceCredentialProtectionPolicy") ?? false
    appidExclude = try reader.optionalString("appidExclude")
    largeBlob = try reader.optionalObject("largeBlob")?.known("support")
    prf = try reader.optionalObject("prf").map { prf throws(WebAuthnError) in try PRFInputs(prf) }
  }

  /// The member `extensions` of the options; nil if nothing is asked for.
  var json: JSONValue? {
    var object = JSONObject()
    if credProps { object["credProps"] = true }
    if let credentialProtection {
      object["credentialProtectionPolicy"] = .string(credentialProtection.name)
      object["enforceCredentialProtectionPolicy"] = .bool(enforcesCredentialProtection)
    }
    object["appidExclude"] = appidExclude.map(JSONValue.string)
    object["largeBlob"] = largeBlob.map { ["support": .string($0.rawValue)] }
    object["prf"] = prf?.json
    return object.isEmpty ? nil : .object(object)
  }
}

/// The protection of a credential (CTAP 2.1 §12.1, the extension `credProtect`). Higher values protect more.
public enum CredentialProtection: Int, Sendable, Hashable, Comparable {
  /// The credential can be used without verification of the user.
  case userVerificationOptional = 1
  /// The user must be verified, unless the credential is named in the list of allowed credentials.
  case userVerificationOptionalWithCredentialIDList = 2
  /// The user must be verified.
  case userVerificationRequired = 3

  /// The name in the client extension input.
  public var name: String {
    switch self {
    case .userVerificationOptional: "userVerificationOptional"
    case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
    case .userVerificationRequired: "userVerificationRequired"
    }
  }

  /// Creates a protection from its name; nil for another name.
  public init?(name: String) {
    let all: [Self] = [
      .userVerificationOptional, .userVerificationOptionalWithCredentialIDList, .userVerificationRequired,
    ]
    guard let found = all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
