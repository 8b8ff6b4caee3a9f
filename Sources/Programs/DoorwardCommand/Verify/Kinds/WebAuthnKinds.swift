import DoorwardOpenSSL
import Encodings
import WebAuthn
import WebAuthnSignatures

/// Verifies the registration of a passkey or security key, with its attestation statement.
struct WebAuthnRegistrationKind: VerifyKind {
  static let name = "webauthn-registration"
  static let members = """
    response, challenge, origin, rp_id, user_verification?, algorithms?, cross_origin?, top_origin?,
           formats?, roots?, time?
    """
  static let establishes = """
    credential_id, public_key, algorithm, aaguid, sign_count, user_verified, backup_eligible,
            backed_up, attestation
    """

  private let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let ceremony = try WebAuthnCeremony(proof)
    var policy = AttestationPolicy()
    if let formats = try proof.optionalStrings("formats") {
      policy.formats = Set(formats.map(AttestationFormat.init(rawValue:)))
    }
    if let roots = try proof.optionalStrings("roots") {
      policy.trust = .anchors(try TrustAnchors(certificates: roots.map { try Base64.decode($0) }))
      // Neither of them can lead to a root.
      policy.allowsNone = false
      policy.allowsSelf = false
    }
    var expectations = RegistrationExpectations(
      challenge: ceremony.challenge, userVerification: ceremony.userVerification)
    if let names = try proof.optionalStrings("algorithms") {
      expectations.algorithms = try names.map(Self.algorithm)
    }
    let verifier = RegistrationVerifier(
      relyingParty: ceremony.relyingParty, attestation: policy, context: context)
    let verified = try verifier.verify(
      RegistrationResponse(ceremony.response), expectations: expectations, at: proof.instant())
    return [
      "credential_id": .string(Base64URL.encode(verified.credentialID)),
      "public_key": .string(Base64URL.encode(verified.publicKey.encoded)),
      "algorithm": .string(verified.publicKey.algorithm.name),
      "aaguid": .string(verified.aaguid.description), "sign_count": .number(JSONNumber(verified.signCount)),
      "user_verified": .bool(verified.isUserVerified),
      "backup_eligible": .bool(verified.isBackupEligible), "backed_up": .bool(verified.isBackedUp),
      "attestation": [
        "format": .string(verified.attestation.format.rawValue),
        "type": .string(verified.attestation.kind.rawValue),
        "trust": .string(verified.attestation.trust.rawValue),
      ],
    ]
  }

  private static func algorithm(_ name: String) throws(JSONError) -> COSEAlgorithm {
    guard let algorithm = COSEAlgorithm.supported.first(where: { $0.name == name }) else {
      throw JSONError(code: .wrongType, reason: "algorithms has a name that is not supported: \(name)")
    }
    return algorithm
  }
}

/// Verifies a sign-in with a passkey or security key.
struct WebAuthnAuthenticationKind: VerifyKind {
  static let name = "webauthn-authentication"
  static let members = """
    response, challenge, origin, rp_id, public_key, user_verification?, credential_id?, sign_count?,
           user_handle?, user_identified?, backup_eligible?, cross_origin?, top_origin?
    """
  static let establishes =
    "credential_id, sign_count, user_verified, backup_eligible, backed_up, user_handle?"

  private let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let ceremony = try WebAuthnCeremony(proof)
    let publicKey = try CredentialPublicKey(parsing: Base64URL.decode(proof.requiredString("public_key")))
    guard let signCount = UInt32(exactly: try proof.optionalUInt64("sign_count") ?? 0) else {
      throw JSONError(code: .wrongType, reason: "sign_count must be a number of 32 bits")
    }
    let response = try AuthenticationResponse(ceremony.response)
    let id = try proof.optionalString("credential_id").map { try Base64URL.decode($0) }
    let record = CredentialRecord(
      id: id ?? response.id, publicKey: publicKey, signCount: signCount,
      isBackupEligible: try proof.optionalBool("backup_eligible"),
      userHandle: try proof.optionalString("user_handle").map { try Base64URL.decode($0) })
    let verifier = AuthenticationVerifier(relyingParty: ceremony.relyingParty, context: context)
    let verified = try verifier.verify(
      response, record: record,
      expectations: AuthenticationExpectations(
        challenge: ceremony.challenge, userVerification: ceremony.userVerification,
        isUserIdentified: try proof.optionalBool("user_identified") ?? false))
    var answer: JSONObject = [
      "credential_id": .string(Base64URL.encode(verified.credentialID)),
      "sign_count": .number(JSONNumber(verified.signCount)),
      "user_verified": .bool(verified.isUserVerified),
      "backup_eligible": .bool(verified.isBackupEligible), "backed_up": .bool(verified.isBackedUp),
    ]
    answer["user_handle"] = verified.userHandle.map { .string(Base64URL.encode($0)) }
    return answer
  }
}

/// The members that both kinds have.
private struct WebAuthnCeremony {
  let response: JSONValue
  let challenge: [UInt8]
  let relyingParty: RelyingParty
  let userVerification: UserVerificationRequirement

  init(_ proof: JSONObjectReader) throws {
    response = .object(try proof.requiredObject("response").object)
    challenge = try Base64URL.decode(proof.requiredString("challenge"))
    relyingParty = try RelyingParty(
      id: proof.requiredString("rp_id"), origins: Self.texts(proof, "origin"), frames: Self.frames(proof))
    userVerification = try Self.userVerification(proof)
  }

  /// One of the standard's words, or whether verification is required.
  private static func userVerification(_ proof: JSONObjectReader) throws -> UserVerificationRequirement {
    if let isRequired = proof.object["user_verification"]?.bool { return isRequired ? .required : .preferred }
    let text = try proof.optionalString("user_verification") ?? "preferred"
    guard let requirement = UserVerificationRequirement(rawValue: text) else {
      throw JSONError(
        code: .wrongType, reason: "user_verification must be required, preferred or discouraged")
    }
    return requirement
  }

  /// `top_origin` names the pages that may embed the relying party. `cross_origin` allows all.
  private static func frames(_ proof: JSONObjectReader) throws -> RelyingParty.FramePolicy {
    if proof.has("top_origin") {
      return .within(
        Set(
          try texts(proof, "top_origin").map { text in
            guard let origin = WebOrigin(text) else {
              throw JSONError(
                code: .wrongType, reason: "top_origin must be an origin, such as https://example.org")
            }
            return origin
          }))
    }
    return try proof.optionalBool("cross_origin") == true ? .anywhere : .sameOrigin
  }

  /// A member that is a text or a list of texts.
  private static func texts(_ proof: JSONObjectReader, _ name: String) throws -> [String] {
    if let text = proof.object[name]?.string { return [text] }
    return try proof.requiredStrings(name)
  }
}
