import DoorwardOpenSSL
import Encodings
import WebAuthn
import WebAuthnSignatures

/// Compares sign-ins with a passkey with OpenSSL's ECDSA, which each of them needs.
enum WebAuthnBench {
  private static let origin = "https://accounts.example.com"
  private static let relyingPartyID = "example.com"
  private static let challenge = [UInt8](repeating: 0x5a, count: 32)

  static func group() throws -> MeasurementGroup {
    let context = try OpenSSLContext()
    let key = try P256PrivateKey.generate(context: context)
    // As a store keeps it: the COSE_Key.
    let publicKey = CBOR.encode([
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(key.point[1...32])), -3: .bytes(Array(key.point[33...])),
    ])
    let responses = try (0..<128).map { try response(number: UInt8($0), key) }
    let registration = try registration(publicKey)
    let party = try RelyingParty(id: relyingPartyID, origins: [origin])
    let verifier = AuthenticationVerifier(relyingParty: party, context: context)
    let registrations = RegistrationVerifier(relyingParty: party, context: context)
    let expectations = AuthenticationExpectations(challenge: challenge, userVerification: .required)
    let raw = try RawP256(digests: responses.map { SHA256.hash($0) })
    let primitive = "OpenSSL: check a P-256 signature of a passkey"
    return MeasurementGroup(
      title: "Passkeys",
      measurements: [
        Measurement(primitive, .computing(raw.runVerification)),
        Measurement(
          "WebAuthn: read an assertion and its key, hold against expectations, verify", of: primitive,
          target: .ratio(0.85),
          .computing { count in
            for index in 0..<count {
              let response = try AuthenticationResponse(parsing: responses[index % responses.count])
              let record = CredentialRecord(
                id: response.id, publicKey: try CredentialPublicKey(parsing: publicKey), userHandle: [1])
              keep(try verifier.verify(response, record: record, expectations: expectations))
            }
          }),
        Measurement(
          "WebAuthn: read and verify a registration without attestation",
          .computing { count in
            for _ in 0..<count {
              keep(
                try registrations.verify(
                  RegistrationResponse(parsing: registration),
                  expectations: RegistrationExpectations(challenge: challenge),
                  at: Timestamp(seconds: 1_790_000_000)))
            }
          }),
      ])
  }

  private static func clientData(_ type: String) -> [UInt8] {
    let members: JSONObject = [
      "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
      "crossOrigin": false,
    ]
    return members.serialized()
  }

  private static func form(_ response: JSONObject) -> [UInt8] {
    let id = JSONValue.string(Base64URL.encode([UInt8](repeating: 7, count: 32)))
    let form: JSONObject = [
      "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
      "response": .object(response), "clientExtensionResults": [:],
    ]
    return form.serialized()
  }

  private static func response(number: UInt8, _ key: P256PrivateKey) throws -> [UInt8] {
    let data = SHA256.hash(Array(relyingPartyID.utf8)) + [0b1_1101, 0, 0, 0, number + 1]
    let clientData = clientData("webauthn.get")
    let signature = try key.sign(data + SHA256.hash(clientData))
    return form([
      "clientDataJSON": .string(Base64URL.encode(clientData)),
      "authenticatorData": .string(Base64URL.encode(data)),
      "signature": .string(Base64URL.encode(P256Signature.der(fromRaw: signature) ?? [])),
      "userHandle": "AQ",
    ])
  }

  private static func registration(_ publicKey: [UInt8]) throws -> [UInt8] {
    let data =
      SHA256.hash(Array(relyingPartyID.utf8)) + [0b101_1101, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
      + [0, 32] + [UInt8](repeating: 7, count: 32) + publicKey
    return form([
      "clientDataJSON": .string(Base64URL.encode(clientData("webauthn.create"))),
      "attestationObject": .string(
        Base64URL.encode(CBOR.encode(["fmt": "none", "attStmt": [:], "authData": .bytes(data)]))),
      "transports": ["internal", "hybrid"],
    ])
  }
}
