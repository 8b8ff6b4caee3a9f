import Encodings
import Testing

@Suite("doorward verify: Ethereum signatures and addresses, by the vectors")
struct EthereumVectorTests {
  @Test func `personal_sign vectors return their signer, for text and for bytes`() async throws {
    let cases = try vectorList("ethereum/eip191_personal_sign.json")
    #expect(cases.count == 5)
    var lines: [JSONValue] = []
    var expected: [JSONValue?] = []
    for vector in cases {
      lines.append(["message_hex": vector["message"] ?? .null, "signature": vector["signature"] ?? .null])
      expected.append(vector["address"])
      if let text = vector.present("messageText") {
        lines.append([
          "message": text, "signature": vector["signature"] ?? .null, "address": vector["address"] ?? .null,
        ])
        expected.append(vector["address"])
      }
    }
    #expect(lines.count == 8)
    #expect(try await verify("personal-sign", lines).map { $0["address"] } == expected)
  }

  @Test func `another account, message or form of signature is refused with its code`() async throws {
    let vector = try #require(try vectorList("ethereum/eip191_personal_sign.json").first)
    let signature = try #require(vector["signature"]?.string)
    let message = vector["message"] ?? .null
    let address: JSONValue = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    let answers = try await verify(
      "personal-sign",
      [
        ["message_hex": message, "signature": .string(signature), "address": address],
        ["message": "another", "signature": .string(signature), "address": vector["address"] ?? .null],
        ["message_hex": message, "message": "both", "signature": .string(signature)],
        ["signature": .string(signature)],
        ["message_hex": "0x0", "signature": .string(signature)],
        ["message_hex": message, "signature": .string(String(signature.dropLast(2)))],
        ["message_hex": message, "signature": .string(signature + "00")],
        ["message_hex": message, "signature": .string(String(signature.dropLast(2)) + "25")],
        ["message_hex": message, "signature": ""],
      ])
    #expect(
      answers.map(verdict) == [
        "wrong_signer", "wrong_signer", "conflicting_members", "missing_member", "invalid_length",
        "malformed_signature", "unsupported_contract_signature", "malformed_signature", "malformed_signature",
      ])
  }

  @Test func `addresses are accepted in any valid case, and returned with their checksum`() async throws {
    let standard = try vectorList("ethereum/eip55_standard.json").compactMap { $0["address"]?.string }
    let accounts = try vectorList("ethereum/ethers_accounts.json").compactMap { $0["address"]?.string }
    #expect(standard.count == 8)
    #expect(accounts.count == 153)
    let addresses = standard + accounts
    let lines = addresses.flatMap { address in
      [address, address.lowercased(), "0x" + address.dropFirst(2).uppercased()]
    }
    let answers = try await verify("ethereum-address", lines.map { ["address": .string($0)] })
    #expect(answers.map { $0["address"]?.string } == addresses.flatMap { [$0, $0, $0] })
  }

  @Test func `a letter in the wrong case is refused`() async throws {
    let accounts = try vectorList("ethereum/ethers_accounts.json").compactMap { $0["address"]?.string }
    let turned = accounts.compactMap { address -> String? in
      var characters = Array(address)
      let letters = characters.indices.dropFirst(2).filter { characters[$0].isLetter }
      // An address with three or more letters of each case stays mixed.
      guard letters.count(where: { characters[$0].isUppercase }) > 1,
        letters.count(where: { characters[$0].isLowercase }) > 1
      else { return nil }
      characters[letters[0]] = Character(
        characters[letters[0]].isUppercase
          ? characters[letters[0]].lowercased() : characters[letters[0]].uppercased())
      return String(characters)
    }
    #expect(turned.count > 140)
    let answers = try await verify("ethereum-address", turned.map { ["address": .string($0)] })
    #expect(Set(answers.map(verdict)) == ["invalid_address"])
  }
}
