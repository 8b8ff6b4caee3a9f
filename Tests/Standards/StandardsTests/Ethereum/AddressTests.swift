import Encodings
import EthereumSignatures
import SignInWithEthereum
import Testing

struct AddressCase: Decodable, Sendable, CustomTestStringConvertible {
  var address: String
  var testDescription: String { address }
}

struct AccountCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var privateKey: String
  var address: String
  var testDescription: String { name }
}

@Suite("Ethereum addresses (EIP-55)")
struct AddressTests {
  @Test(
    "the addresses of the standard have their checksum",
    arguments: try vectorCases("ethereum/eip55_standard.json", as: AddressCase.self))
  func standard(vector: AddressCase) throws {
    let address = try EthereumAddress(parsing: vector.address, casing: .checksummed)
    #expect(address.checksummed == vector.address)
    #expect(try EthereumAddress(bytes: address.bytes) == address)
    #expect(Hex.encode(address.bytes, prefix: true) == vector.address.lowercased())
  }

  @Test(
    "the account of a secret key is equal in every accepted letter case, and refused with one changed letter",
    arguments: try vectorCases("ethereum/ethers_accounts.json", as: AccountCase.self))
  func accounts(vector: AccountCase) throws {
    let key = try EthereumSecretKey(bytes: Hex.decode(vector.privateKey))
    #expect(key.address.checksummed == vector.address)

    let digits = vector.address.dropFirst(2)
    let lower = "0x" + digits.lowercased()
    let upper = "0x" + digits.uppercased()
    for text in [vector.address, lower, upper] {
      #expect(try EthereumAddress(parsing: text) == key.address)
    }
    for text in [lower, upper] where text != vector.address {
      #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
        try EthereumAddress(parsing: text, casing: .checksummed)
      }
    }
    for (index, letter) in digits.enumerated() where letter.isLetter {
      var turned = Array(digits)
      turned[index] = Character(letter.isUppercase ? letter.lowercased() : letter.uppercased())
      let text = "0x" + String(turned)
      #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
        try EthereumAddress(parsing: text, casing: .checksummed)
      }
      // If one changed letter leaves a uniform case, the address has no checksum and is accepted.
      if text != lower, text != upper {
        #expect(throws: SIWEError(code: .invalidAddress, reason: "")) { try EthereumAddress(parsing: text) }
      }
    }
  }

  @Test(
    "text other than 0x and 40 digits is refused",
    arguments: [
      "", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd",
      " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS",
      "0x52908400098527886E0F7030069857D2E4169Eé", "vitalik.eth",
    ])
  func refuses(text: String) {
    for casing in [AddressCasing.checksummed, .checksummedOrUniform] {
      #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
        try EthereumAddress(parsing: text, casing: casing)
      }
    }
  }

  @Test("digits without a letter need no checksum")
  func digitsOnly() throws {
    let text = "0x" + String(repeating: "12", count: 20)
    #expect(try EthereumAddress(parsing: text, casing: .checksummed).checksummed == text)
  }

  @Test("an address must have 20 bytes", arguments: [0, 19, 21, 32])
  func length(count: Int) {
    #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
      try EthereumAddress(bytes: [UInt8](repeating: 1, count: count))
    }
  }
}
