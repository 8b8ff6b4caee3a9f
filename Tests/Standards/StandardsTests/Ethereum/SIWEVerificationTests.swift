import BinaryEncodings
import Encodings
import EthereumSignatures
import SignInWithEthereum
import Testing

/// Fields, a signature over them, and the expectations of the server.
struct VerificationCase: Decodable, Sendable {
  var fields: SIWEFields
  var signature: String
  var time: String?
  var domainBinding: String?
  var matchNonce: String?

  enum CodingKeys: CodingKey {
    case signature, time, domainBinding, matchNonce
  }

  init(from decoder: any Decoder) throws {
    fields = try SIWEFields(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    signature = try members.decode(String.self, forKey: .signature)
    time = try members.decodeIfPresent(String.self, forKey: .time)
    domainBinding = try members.decodeIfPresent(String.self, forKey: .domainBinding)
    matchNonce = try members.decodeIfPresent(String.self, forKey: .matchNonce)
  }

  /// Verifies as the server of the case does, at its time or otherwise at a fixed current time.
  func verify() throws -> VerifiedSIWEMessage {
    var policies: [SIWEPolicy] = [.time(at: try Timestamp(rfc3339: time ?? "2026-11-21T00:00:00Z"))]
    if let domainBinding { policies.append(.domain(domainBinding)) }
    if let matchNonce { policies.append(.nonce(matchNonce)) }
    return try SIWEVerifier(policy: .all(policies))
      .verify(SIWEMessage(fields), signature: EthereumSignature(parsing: signature))
  }
}

struct ContractCase: Decodable, Sendable {
  var message: String
  var signature: String
}

struct ContractCallCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var contract: String
  var chainId: UInt64
  var hash: String
  var signature: String
  var eoaRecovers: String?
  var testDescription: String { name }
}

@Suite("SIWE verification")
struct SIWEVerificationTests {
  static let positive = [
    "siwe/spruceid-siwe/verification_positive.json",
    "siwe/signinwithethereum-siwe/verification_positive.json",
  ]

  @Test(
    "positive cases verify",
    arguments: try positive.flatMap { try namedVectors($0, as: VerificationCase.self) })
  func verifies(vector: Named<VerificationCase>) throws {
    let verified = try vector.value.verify()
    #expect(verified.address.checksummed == vector.value.fields.address)
    #expect(verified.message.fields == vector.value.fields)
  }

  static let negativeCodes: [String: SIWEError.Code] = [
    "expired message": .expired, "domain binding": .wrongDomain, "custom time": .expired,
    "custom nonce": .wrongNonce,
    // The hexadecimal text has an odd number of digits.
    "malformed signature": .malformedSignature,
    "wrong signature": .wrongSigner, "not yet valid": .notYetValid, "invalid issuedAt": .invalidTime,
    "invalid notBefore": .invalidTime, "invalid expirationTime": .invalidTime,
  ]

  @Test(
    "negative cases fail with the error of their name",
    arguments: try namedVectors("siwe/spruceid-siwe/verification_negative.json", as: VerificationCase.self))
  func refuses(vector: Named<VerificationCase>) throws {
    let code = try #require(Self.negativeCodes[vector.name])
    #expect(throws: SIWEError(code: code, reason: "")) { try vector.value.verify() }
  }

  @Test(
    "signatures of contract wallets are refused, and their hash is correct (EIP-1271)",
    arguments: try vectorCases("siwe/eip1271_call_data.json", as: ContractCallCase.self))
  func contractWallets(vector: ContractCallCase) throws {
    let text = try #require(
      try vectors("siwe/spruceid-siwe/eip1271.json", as: [String: ContractCase].self)[vector.name]?.message)
    let message = try SIWEMessage(parsing: text)
    #expect(message.address.checksummed == vector.contract)
    #expect(message.chainID == vector.chainId)
    #expect(Hex.encode(message.personalDigest.bytes, prefix: true) == vector.hash)
    let verifier = SIWEVerifier(policy: .all())
    // A signature of 65 bytes recovers to another account. A signature of 66 bytes belongs to no account.
    let code: SIWEError.Code = vector.eoaRecovers == nil ? .unsupportedContractSignature : .wrongSigner
    let error = #expect(throws: SIWEError.self) {
      try verifier.verify(message: text, signature: vector.signature)
    }
    #expect(error?.code == code)
    #expect(error?.reason.contains("EIP-1271") == true)
    if let signer = vector.eoaRecovers {
      let signature = try EthereumSignature(parsing: vector.signature)
      let recovered = try PersonalSignVerifier().recoverAddress(
        of: PersonalMessage(text), signature: signature)
      #expect(recovered.checksummed == signer)
    }
  }

  @Test("the files have the expected number of cases, two of them for contract wallets")
  func counts() throws {
    for path in Self.positive { #expect(try vectorObject(path).count == 4) }
    #expect(try vectorObject("siwe/spruceid-siwe/verification_negative.json").count == 10)
    #expect(try vectorCases("siwe/eip1271_call_data.json", as: ContractCallCase.self).count == 2)
    #expect(try vectorObject("siwe/spruceid-siwe/eip1271.json").count == 2)
  }

  @Test("policies are evaluated before the signature, the verifier's policy first")
  func order() throws {
    let key = try EthereumSecretKey(bytes: [UInt8](repeating: 7, count: 32))
    var fields = SIWEFields.example
    fields.address = key.address.checksummed
    let message = try SIWEMessage(fields)
    let other = try key.sign(PersonalMessage("something else"))
    let verifier = SIWEVerifier(policy: .chain(5))
    #expect(throws: SIWEError(code: .wrongChain, reason: "")) {
      try verifier.verify(message, signature: other, policy: .nonce("12345678"))
    }
    #expect(throws: SIWEError(code: .wrongNonce, reason: "")) {
      try SIWEVerifier(policy: .chain(1)).verify(message, signature: other, policy: .nonce("12345678"))
    }
    #expect(throws: SIWEError(code: .wrongSigner, reason: "")) {
      try SIWEVerifier(policy: .chain(1)).verify(message, signature: other)
    }
    let signature = try key.sign(message)
    let verified = try SIWEVerifier(policy: .chain(1)).verify(
      message, signature: signature, policy: .nonce("32891756"))
    #expect(verified.message == message && verified.signature == signature && verified.address == key.address)
  }

  @Test("a signature that no key can have created is malformed")
  func unrecoverable() throws {
    // r = 5 is not the x of a point: 5³ + 7 is not a square.
    let bytes = [UInt8](repeating: 0, count: 31) + [5] + [UInt8](repeating: 0, count: 31) + [1, 27]
    let signature = try EthereumSignature(bytes: bytes)
    #expect(throws: SIWEError(code: .malformedSignature, reason: "")) {
      try PersonalSignVerifier().recoverAddress(of: PersonalMessage("a"), signature: signature)
    }
  }
}
