import BinaryEncodings
import Encodings
import Testing

@Suite("doorward verify: NEAR, by the vectors")
struct NEARVectorTests {
  /// A case of `nep413_signatures.json` as a line of input.
  static func line(_ vector: JSONValue, account: JSONValue? = nil) -> JSONObject {
    var line: JSONObject = [
      "public_key": vector["publicKey"] ?? .null, "signature": vector["signatureBase64"] ?? .null,
      "message": vector["message"] ?? .null, "recipient": vector["recipient"] ?? .null,
      "nonce": vector["nonceBase64"] ?? .null, "callback_url": vector["callbackUrl"] ?? .null,
    ]
    line["account_id"] = account
    return line
  }

  @Test func `NEP-413 vectors have their result, and the key of a named account is not checked`() async throws
  {
    let cases = try vectorList("near/nep413_signatures.json")
    #expect(cases.count == 4)
    let answers = try await verify(
      "nep413", cases.map { .object(Self.line($0, account: $0.present("accountId"))) })
    for (vector, answer) in zip(cases, answers) {
      #expect(verdict(answer) == (vector["valid"] == true ? "valid" : "wrong_signature"), "\(vector)")
      guard vector["valid"] == true else { continue }
      #expect(answer["public_key"] == vector["publicKey"])
      #expect(answer["account_id"] == vector.present("accountId"))
      #expect(answer["key_checked"] == (vector.present("accountId") == nil ? nil : false))
    }
  }

  @Test func `the key of an implicit account must match its id, and then counts as checked`() async throws {
    let vector = try #require(try vectorList("near/nep413_signatures.json").first { $0["valid"] == true })
    let key = try #require(vector["publicKey"]?.string).dropFirst("ed25519:".count)
    let own = Hex.encode(try Base58.decode(String(key)))
    let answers = try await verify(
      "nep413",
      [
        nil, .string(own), .string(String(own.dropLast()) + (own.last == "0" ? "1" : "0")), "alice.near",
        "Alice",
      ]
      .map { .object(Self.line(vector, account: $0)) })
    #expect(answers.map(verdict) == ["valid", "valid", "wrong_account", "valid", "malformed_account_id"])
    #expect(answers.map { $0["key_checked"] } == [nil, true, nil, false, nil])
  }

  @Test func `every change of a NEP-413 proof is refused`() async throws {
    let vector = try #require(try vectorList("near/nep413_signatures.json").first { $0["valid"] == true })
    let changes: [(String, JSONValue)] = [
      ("message", "Hello NEAR"), ("recipient", "example.nea"), ("callback_url", nil), ("callback_url", ""),
      ("nonce", .string(Base64.encode([UInt8](repeating: 0, count: 32)))),
      ("nonce", .string(Base64.encode([UInt8](repeating: 0, count: 31)))), ("signature", "AAAA"),
      ("public_key", "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"), ("public_key", "rsa:11"),
      ("recipient", nil),
    ]
    let lines = changes.map { name, value -> JSONValue in
      var line = Self.line(vector)
      line[name] = value
      return .object(line)
    }
    #expect(
      try await verify("nep413", lines).map(verdict) == [
        "wrong_signature", "wrong_signature", "wrong_signature", "wrong_signature", "wrong_signature",
        "malformed_nonce", "malformed_signature", "wrong_signature", "unsupported_curve", "missing_member",
      ])
  }

  @Test func `account ids have their result and kind`() async throws {
    let cases = try vectorList("near/account_ids.json")
    #expect(cases.count == 48)
    let answers = try await verify(
      "near-account-id", cases.map { ["account_id": $0["accountId"] ?? .null] })
    for (vector, answer) in zip(cases, answers) {
      #expect(verdict(answer) == (vector["valid"] == true ? "valid" : "malformed_account_id"), "\(vector)")
    }
    let implicit = try vectorList("near/account_ids_near_implicit.json")
    #expect(implicit.count == 11)
    let kinds = try await verify("near-account-id", implicit.map { ["account_id": $0["accountId"] ?? .null] })
    #expect(kinds.map { $0["kind"] == "implicit" } == implicit.map { $0["nearImplicit"] == true })
    let others: [JSONValue] = [
      ["account_id": "alice.near"], ["account_id": "0x00aabbccddeeff00112233445566778899aabbcc"],
      ["account_id": "0s00aabbccddeeff00112233445566778899aabbcc"],
    ]
    #expect(
      try await verify("near-account-id", others).map { $0["kind"] } == [
        "named", "eth-implicit", "deterministic",
      ])
  }

  @Test func `public keys have their curve`() async throws {
    let pairs = try vectorList("near/keys.json", "keyPairs")
    let implicit = try vectorList("near/keys.json")
    let keys = (pairs + implicit).compactMap { $0["publicKey"]?.string }
    #expect(keys.count == 7)
    let answers = try await verify("near-public-key", keys.map { ["public_key": .string($0)] })
    #expect(
      answers.map { $0["curve"]?.string } == keys.map { $0.split(separator: ":").first.map(String.init) })
    #expect(answers.map { $0["public_key"]?.string } == keys)
    let invalid = try vectorList("near/keys.json", "invalid").map {
      ["public_key": $0["publicKeyBase58"] ?? .null] as JSONValue
    }
    #expect(try await verify("near-public-key", invalid).map(verdict) == ["malformed_public_key"])
  }
}
