import Encodings
import Testing

@Suite("doorward verify siwe: the relying party's expectations")
struct SIWEExpectationTests {
  /// A signed message with every field, and its signature.
  static func proof() throws -> JSONObject {
    let cases = try namedVectors("siwe/spruceid-siwe/verification_positive.json")
    let value = try #require(cases.first { $0.value.present("expirationTime") != nil }).value
    return [
      "message": .string(try SIWEVectorTests.text(value)), "signature": value["signature"] ?? .null,
      "time": value["issuedAt"] ?? .null,
    ]
  }

  private func verdicts(_ changes: [(String, JSONValue)]) async throws -> [String] {
    let proof = try Self.proof()
    return try await verify(
      "siwe",
      changes.map { name, value in
        var changed = proof
        changed[name] = value
        return .object(changed)
      }
    ).map(verdict)
  }

  @Test func `a message that meets the expectations is valid`() async throws {
    let answer = try #require(try await verify("siwe", [.object(try Self.proof())]).first)
    let fields = try #require(answer["fields"])
    let verdicts = try await verdicts([
      ("domain", fields["domain"] ?? .null), ("uri", fields["uri"] ?? .null), ("scheme", "https"),
      ("chain_id", fields["chainId"] ?? .null), ("nonce", fields["nonce"] ?? .null),
      ("address", fields["address"] ?? .null),
      ("address", .string(try #require(fields["address"]?.string).lowercased())),
      ("domain", nil), ("unknown", "ignored"),
    ])
    #expect(verdicts == Array(repeating: "valid", count: 9))
  }

  @Test func `a message that does not meet an expectation is refused with its code`() async throws {
    let verdicts = try await verdicts([
      ("domain", "example.com"), ("uri", "https://example.com"), ("scheme", "http"), ("chain_id", 5),
      ("nonce", "12345678"), ("request_id", "1"), ("address", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
      ("address", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"), ("time", "2999-01-01T00:00:00Z"),
      ("chain_id", "1"), ("domain", 1), ("time", "yesterday"), ("time", true), ("time", 1e300),
      ("signature", nil), ("message", nil),
    ])
    #expect(
      verdicts == [
        "wrong_domain", "wrong_uri", "wrong_scheme", "wrong_chain", "wrong_nonce", "wrong_request_id",
        "wrong_address", "invalid_address", "expired", "wrong_type", "wrong_type", "invalid_timestamp",
        "wrong_type", "invalid_timestamp", "missing_member", "missing_member",
      ])
  }

  @Test func `a time is RFC 3339 text or seconds since 1970, and the current time by default`() async throws {
    var expired =
      try namedVectors("siwe/spruceid-siwe/verification_negative.json")
      .filter { $0.name == "expired message" }.map { try SIWEVectorTests.line($0.value) }[0].object ?? [:]
    // The message expired at 2021-01-05T00:00:00Z.
    let answers = try await verify(
      "siwe",
      [
        nil, "2021-01-04T23:59:59Z", 1_609_804_799, 1_609_804_799.5, 1_609_804_800,
        "2021-01-05T01:00:00+01:00",
      ]
      .map { (time: JSONValue?) in
        expired["time"] = time
        return .object(expired)
      })
    #expect(answers.map(verdict) == ["expired", "valid", "valid", "valid", "expired", "expired"])
  }
}
