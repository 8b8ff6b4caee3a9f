import SignInWithEthereum
import Testing

struct SIWEPositive: Decodable, Sendable {
  var message: String
  var fields: SIWEFields
}

struct ERC4361Example: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var message: String
  var fields: SIWEFields
  var testDescription: String { name }
}

/// An object that may lack members or have invalid members; nil if it cannot be decoded.
struct PossibleFields: Decodable, Sendable {
  var fields: SIWEFields?
  init(from decoder: any Decoder) throws { fields = try? SIWEFields(from: decoder) }
}

@Suite("SIWE messages: vectors of the standard and of its two reference projects")
struct SIWEParsingVectorTests {
  private func expectRoundTrip(_ text: String, _ fields: SIWEFields) throws {
    let message = try SIWEMessage(parsing: text)
    #expect(message.fields == fields)
    #expect(message.text == text)
    #expect(try SIWEMessage(fields) == message)
  }

  @Test(
    "the examples of ERC-4361 are parsed and rebuilt from their fields",
    arguments: try vectorCases("siwe/erc4361_examples.json", as: ERC4361Example.self))
  func standard(vector: ERC4361Example) throws {
    try expectRoundTrip(vector.message, vector.fields)
  }

  @Test(
    "spruceid: positive messages read, and their fields write them back",
    arguments: try namedVectors("siwe/spruceid-siwe/parsing_positive.json", as: SIWEPositive.self))
  func spruceid(vector: Named<SIWEPositive>) throws {
    try expectRoundTrip(vector.value.message, vector.value.fields)
  }

  @Test(
    "signinwithethereum: positive messages are parsed and rebuilt from their fields",
    arguments: try namedVectors("siwe/signinwithethereum-siwe/parsing_positive.json", as: SIWEPositive.self))
  func signinwithethereum(vector: Named<SIWEPositive>) throws {
    try expectRoundTrip(vector.value.message, vector.value.fields)
  }

  // These include "address not EIP-55". The field description of EIP-4361 requires the checksum with SHOULD,
  // the comment in its grammar with must. Software that writes sign-in messages can compute the checksum, so
  // the parser requires it; `addressCasing` allows other spellings.
  static let negativeCodes: [String: SIWEError.Code] = [
    "missing domain": .invalidDomain, "missing address": .invalidAddress, "missing uri": .malformedMessage,
    "missing version": .malformedMessage, "missing chainId": .malformedMessage,
    "missing nonce": .malformedMessage, "missing issuedAt": .malformedMessage,
    "out of order uri": .malformedMessage, "out of order version": .malformedMessage,
    "out of order chainId": .malformedMessage, "out of order nonce": .malformedMessage,
    "out of order issuedAt": .malformedMessage, "out of order expirationTime": .malformedMessage,
    "out of order notBefore": .malformedMessage, "out of order requestId": .malformedMessage,
    "out of order resources": .malformedMessage, "domain not RFC4501 authority": .invalidDomain,
    "address not EIP-55": .invalidAddress, "statement has line break": .malformedMessage,
    "uri is non-RFC 3986": .invalidURI, "version not 1": .invalidVersion,
    "not a valid chainId": .invalidChainID, "nonce with less then 8 chars": .invalidNonce,
    "non-ISO 8601 issuedAt": .invalidTime, "non-ISO 8601 expirationTime": .invalidTime,
    "non-ISO 8601 notBefore": .invalidTime, "resources not separated by line break": .invalidResource,
    "first resource not-RFC 3986": .invalidResource, "second resource is not-RFC3986": .invalidResource,
  ]

  @Test(
    "negative messages are refused with the error of their name",
    arguments: try namedVectors("siwe/spruceid-siwe/parsing_negative.json", as: String.self))
  func negative(vector: Named<String>) throws {
    let code = try #require(Self.negativeCodes[vector.name])
    #expect(throws: SIWEError(code: code, reason: "")) { try SIWEMessage(parsing: vector.value) }
  }

  @Test(
    "negative objects cannot be built",
    arguments: try namedVectors("siwe/spruceid-siwe/parsing_negative_objects.json", as: PossibleFields.self))
  func negativeObjects(vector: Named<PossibleFields>) {
    guard let fields = vector.value.fields else {
      // A required member is missing or has the wrong type, so the fields cannot be decoded.
      #expect(vector.name.hasPrefix("missing") || vector.name == "not a valid chainId")
      return
    }
    #expect(throws: SIWEError.self) { try SIWEMessage(fields) }
  }

  @Test("every file has the expected number of cases")
  func counts() throws {
    #expect(try vectorCases("siwe/erc4361_examples.json", as: ERC4361Example.self).count == 3)
    #expect(try vectorObject("siwe/spruceid-siwe/parsing_positive.json").count == 19)
    #expect(try vectorObject("siwe/signinwithethereum-siwe/parsing_positive.json").count == 20)
    #expect(try vectorObject("siwe/spruceid-siwe/parsing_negative.json").count == 29)
    #expect(try vectorObject("siwe/spruceid-siwe/parsing_negative_objects.json").count == 18)
  }
}
