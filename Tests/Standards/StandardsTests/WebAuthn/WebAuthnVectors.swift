import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// One ceremony of a vector file, with what it is verified against.
struct WebAuthnVector: Sendable, CustomTestStringConvertible {
  var name: String
  /// The response in the JSON form.
  var response: JSONObject
  var challenge: [UInt8]
  var origins: [String]
  var relyingPartyID: String
  var frames: RelyingParty.FramePolicy = .sameOrigin
  var userVerification: UserVerificationRequirement = .preferred
  /// The algorithm of the credential, if the file says it.
  var algorithm: Int64?
  /// Authentication: the COSE_Key, and the stored counter.
  var publicKey: [UInt8] = []
  var signCount: UInt32 = 0
  /// Whether the file says that the ceremony is valid.
  var isValid = true
  /// Registration: the format and the parts of the authenticator data, if the file says them.
  var format: String?
  var expected: JSONObject = [:]

  var testDescription: String { name }

  var relyingParty: RelyingParty {
    get throws { try RelyingParty(id: relyingPartyID, origins: origins, frames: frames) }
  }
}

/// The vector files of WebAuthn.
enum WebAuthnVectors {
  /// A time at which the certificates of the W3C's vectors are valid.
  static let time = Timestamp(seconds: 1_790_000_000)

  static func file(_ name: String) throws -> JSONObjectReader {
    let bytes = try [UInt8](vectorData("webauthn/\(name)"))
    return try JSONObjectReader(JSONParser.parse(bytes, limits: JSONLimits(maxBytes: bytes.count)))
  }

  /// The attestation root of the W3C's vectors.
  static func w3cRoot() throws -> [UInt8] {
    try Hex.decode(
      file("w3c_level3_test_vectors.json").requiredObject("attestationRoot").requiredString(
        "attestation_ca_cert"))
  }

  static func registrations() throws -> [WebAuthnVector] {
    try pyWebAuthn("registration") + simpleRegistrations() + w3c("registration")
  }

  static func authentications() throws -> [WebAuthnVector] {
    try pyWebAuthn("authentication") + simpleAssertions() + w3c("authentication")
  }

  private static func pyWebAuthn(_ ceremony: String) throws -> [WebAuthnVector] {
    try file("py_webauthn.json").requiredObjects("vectors").compactMap { vector in
      guard try vector.requiredString("ceremony") == ceremony else { return nil }
      let origins =
        try vector.object["expectedOrigin"]?.string.map { [$0] } ?? vector.requiredStrings("expectedOrigin")
      return WebAuthnVector(
        name: "py_webauthn \(try vector.requiredString("file")) \(try vector.requiredString("name"))",
        response: try vector.requiredObject("credential").object,
        challenge: try Base64URL.decode(vector.requiredString("expectedChallenge")), origins: origins,
        relyingPartyID: try vector.requiredString("expectedRpId"),
        userVerification: try vector.optionalBool("requireUserVerification") == true ? .required : .preferred,
        algorithm: try vector.optionalInt64("coseAlg"),
        publicKey: try vector.optionalString("credentialPublicKeyCose").map(Base64URL.decode) ?? [],
        signCount: UInt32(try vector.optionalInt64("storedSignCount") ?? 0),
        isValid: try vector.requiredString("expect") == "ok", format: try vector.optionalString("fmt"))
    }
  }

  private static func simpleRegistrations() throws -> [WebAuthnVector] {
    try file("simplewebauthn_registrations.json").requiredObjects("vectors").map { vector in
      // One origin is an app's. Its RP ID is not in the file; its hash is the one of this name.
      WebAuthnVector(
        name: "SimpleWebAuthn \(try vector.requiredString("name"))",
        response: SoftwareAuthenticator.form(
          id: try Base64URL.decode(vector.requiredString("credentialId")),
          [
            "clientDataJSON": vector.object["clientDataJSON"] ?? .null,
            "attestationObject": vector.object["attestationObject"] ?? .null,
          ]),
        challenge: try Base64URL.decode(vector.requiredString("challenge")),
        origins: [try vector.requiredString("origin")],
        relyingPartyID: try vector.optionalString("rpId") ?? "try-webauthn.appspot.com",
        algorithm: try vector.requiredInt64("coseAlg"), format: try vector.requiredString("fmt"),
        expected: vector.object)
    }
  }

  private static func simpleAssertions() throws -> [WebAuthnVector] {
    try file("simplewebauthn_assertions.json").requiredObjects("vectors").map { vector in
      // The file has no credential ids.
      WebAuthnVector(
        name: try vector.requiredString("name"),
        response: SoftwareAuthenticator.form(
          id: [1],
          [
            "clientDataJSON": vector.object["clientDataJSON"] ?? .null,
            "authenticatorData": vector.object["authenticatorData"] ?? .null,
            "signature": vector.object["signature"] ?? .null,
          ]),
        challenge: try Base64URL.decode(vector.requiredString("challenge")),
        origins: [try vector.requiredString("origin")], relyingPartyID: try vector.requiredString("rpId"),
        publicKey: try Base64URL.decode(vector.requiredString("credentialPublicKeyCose")),
        // The file has the counter of the assertion itself.
        signCount: UInt32(max(0, try vector.requiredInt64("storedSignCount") - 1)))
    }
  }

  private static func w3c(_ ceremony: String) throws -> [WebAuthnVector] {
    try file("w3c_level3_test_vectors.json").requiredObjects("vectors").map { vector in
      let values = try vector.requiredObject(ceremony)
      func text(_ name: String) throws -> JSONValue {
        .string(Base64URL.encode(try Hex.decode(values.requiredString(name))))
      }
      let id = try Hex.decode(vector.requiredObject("registration").requiredString("credential_id"))
      var frames = RelyingParty.FramePolicy.sameOrigin
      if let top = try vector.optionalString("topOrigin") {
        frames = .within([try #require(WebOrigin(top))])
      } else if try vector.requiredBool("crossOrigin") {
        frames = .anywhere
      }
      return WebAuthnVector(
        name: "W3C \(try vector.requiredString("id"))",
        response: SoftwareAuthenticator.form(
          id: id,
          ceremony == "registration"
            ? [
              "clientDataJSON": try text("clientDataJSON"),
              "attestationObject": try text("attestationObject"),
            ]
            : [
              "clientDataJSON": try text("clientDataJSON"),
              "authenticatorData": try text("authenticatorData"), "signature": try text("signature"),
            ]),
        challenge: try Hex.decode(values.requiredString("challenge")),
        origins: [try vector.requiredString("origin")], relyingPartyID: try vector.requiredString("rpId"),
        frames: frames, algorithm: try vector.requiredInt64("coseAlg"),
        publicKey: try Hex.decode(vector.requiredString("credentialPublicKeyCose")),
        format: try vector.requiredString("fmt"))
    }
  }
}
