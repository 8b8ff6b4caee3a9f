import Encodings
import Testing

@Suite("doorward verify: Sign-In with Ethereum, by the vectors")
struct SIWEVectorTests {
  static let positive = [
    "siwe/spruceid-siwe/verification_positive.json",
    "siwe/signinwithethereum-siwe/verification_positive.json",
  ]
  static let parsing = [
    "siwe/spruceid-siwe/parsing_positive.json", "siwe/signinwithethereum-siwe/parsing_positive.json",
  ]

  /// The text of a message after the template of EIP-4361, from the fields of a case.
  static func text(_ fields: JSONValue) throws -> String {
    func field(_ name: String) throws -> String { try #require(fields[name]?.string, "\(name)") }
    var text = fields.present("scheme")?.string.map { "\($0)://" } ?? ""
    text += "\(try field("domain")) wants you to sign in with your Ethereum account:\n"
    text += "\(try field("address"))\n\n"
    if let statement = fields.present("statement")?.string { text += "\(statement)\n" }
    text += "\nURI: \(try field("uri"))\nVersion: \(try field("version"))"
    text += "\nChain ID: \(try #require(fields["chainId"]?.uint64))\nNonce: \(try field("nonce"))"
    text += "\nIssued At: \(try field("issuedAt"))"
    for (name, label) in [
      ("expirationTime", "Expiration Time"), ("notBefore", "Not Before"), ("requestId", "Request ID"),
    ] {
      if let value = fields.present(name)?.string { text += "\n\(label): \(value)" }
    }
    if let resources = fields.present("resources")?.array {
      text += "\nResources:"
      for resource in resources { text += "\n- \(try #require(resource.string))" }
    }
    return text
  }

  /// A case of `verification_*` as a line of input. Vectors without a time mean the current time.
  static func line(_ value: JSONValue) throws -> JSONValue {
    var line: JSONObject = ["message": .string(try text(value)), "signature": value["signature"] ?? .null]
    line["time"] = value.present("time")
    line["domain"] = value.present("domainBinding")
    line["nonce"] = value.present("matchNonce")
    line["scheme"] = value.present("scheme")
    return .object(line)
  }

  @Test func `positive cases are valid, with their address and fields`() async throws {
    let cases = try Self.positive.flatMap { try namedVectors($0) }
    #expect(cases.count == 8)
    let answers = try await verify("siwe", cases.map { try Self.line($0.value) })
    for (vector, answer) in zip(cases, answers) {
      #expect(verdict(answer) == "valid", "\(vector.name)")
      #expect(answer["address"] == vector.value["address"], "\(vector.name)")
      for name in [
        "domain", "uri", "chainId", "nonce", "issuedAt", "expirationTime", "notBefore", "statement",
      ] {
        #expect(answer["fields"]?[name] == vector.value.present(name), "\(vector.name) \(name)")
      }
    }
  }

  @Test func `negative cases are refused for the reason in their name`() async throws {
    let cases = try namedVectors("siwe/spruceid-siwe/verification_negative.json")
    let answers = try await verify("siwe", cases.map { try Self.line($0.value) })
    let verdicts = Dictionary(uniqueKeysWithValues: zip(cases.map(\.name), answers.map(verdict)))
    #expect(
      verdicts == [
        "expired message": "expired", "domain binding": "wrong_domain", "custom time": "expired",
        "custom nonce": "wrong_nonce", "malformed signature": "malformed_signature",
        "wrong signature": "wrong_signer", "not yet valid": "not_yet_valid",
        "invalid issuedAt": "invalid_time", "invalid notBefore": "invalid_time",
        "invalid expirationTime": "invalid_time",
      ])
  }

  @Test func `positive messages are parsed into their fields, without missing ones`() async throws {
    let cases =
      try Self.parsing.flatMap { try namedVectors($0) }
      + vectorList("siwe/erc4361_examples.json").map { ($0["name"]?.string ?? "", $0) }
    #expect(cases.count == 19 + 20 + 3)
    let answers = try await verify("siwe-message", cases.map { ["message": $0.value["message"] ?? .null] })
    for (vector, answer) in zip(cases, answers) {
      let expected = try #require(vector.value["fields"]?.object).filter { !$0.value.isNull }
      #expect(verdict(answer) == "valid", "\(vector.name)")
      #expect(answer["fields"] == .object(JSONObject(expected.map { ($0.key, $0.value) })), "\(vector.name)")
    }
  }

  // RFC 3986 does not allow IPv4 addresses with leading zeros (`dec-octet`); the vectors accept one.
  @Test func `invalid messages are refused, and URIs must conform to RFC 3986`() async throws {
    let negative = try namedVectors("siwe/spruceid-siwe/parsing_negative.json")
    #expect(negative.count == 29)
    for answer in try await verify("siwe-message", negative.map { ["message": $0.value] }) {
      #expect(answer["valid"] == false)
    }
    let invalid = try namedVectors("siwe/signinwithethereum-siwe/invalid_uris.json")
    #expect(invalid.count == 17)
    #expect(
      Set(try await verify("siwe-message", invalid.map { ["message": $0.value] }).map(verdict)) == [
        "invalid_uri"
      ])
    let valid = try namedVectors("siwe/signinwithethereum-siwe/valid_uris.json")
    #expect(valid.count == 36)
    let answers = try await verify("siwe-message", valid.map { ["message": $0.value["msg"] ?? .null] })
    let refused = zip(valid, answers).filter { verdict($0.1) != "valid" }.map(\.0.name)
    #expect(
      Set(refused) == [
        "IPv4address leading zeros: uri://[::000.000.010.001]",
        "IPv4address max value: uri://[::001.099.200.255]",
      ])
  }

  @Test
  func `contract wallets are refused, with a separate code if the signature shows it (EIP-1271, ERC-6492)`()
    async throws
  {
    let cases = try namedVectors("siwe/spruceid-siwe/eip1271.json")
    let answers = try await verify("siwe", cases.map(\.value))
    #expect(cases.map(\.name) == ["argent", "loopring"])
    #expect(answers.map(verdict) == ["wrong_signer", "unsupported_contract_signature"])
    for answer in answers { #expect(answer["detail"]?.string?.contains("EIP-1271") == true) }

    let wrapped = try vectorList("ethereum/erc6492_wrapper.json").filter { $0["isWrapped"] == true }
    #expect(wrapped.count == 2)
    for answer in try await verify(
      "personal-sign", wrapped.map { ["message": "m", "signature": $0["wrapped"] ?? .null] })
    {
      #expect(verdict(answer) == "unsupported_contract_signature")
      #expect(answer["detail"]?.string?.contains("ERC-6492") == true)
    }
  }
}
