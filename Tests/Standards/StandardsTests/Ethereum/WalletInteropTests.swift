import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

struct DappCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var template: String
  var valid: Bool
  var testDescription: String { name }
}

@Suite("Messages of MetaMask's test dapp")
struct WalletInteropTests {
  static let codes: [String: SIWEError.Code] = [
    "siweBadDomain": .wrongDomain, "siweBadAccount": .wrongSigner, "siweMalformed": .malformedMessage,
  ]

  @Test(
    "get the expected result of a server for the dapp's host",
    arguments: try vectorCases("interop/metamask_test_dapp_siwe.json", as: DappCase.self))
  func dapp(vector: DappCase) throws {
    let key = try EthereumSecretKey(bytes: [UInt8](repeating: 3, count: 32))
    let host = "metamask.github.io"
    let verifier = SIWEVerifier(policy: .all(.domain(host), .chain(1)))
    let text = vector.template.replacingOccurrences(of: "{host}", with: host)

    let checksummed = text.replacingOccurrences(of: "{account}", with: key.address.checksummed)
    let signature = try key.sign(PersonalMessage(checksummed)).description
    if vector.valid {
      #expect(try verifier.verify(message: checksummed, signature: signature).address == key.address)
    } else {
      let code = try #require(Self.codes[vector.name])
      #expect(throws: SIWEError(code: code, reason: "")) {
        try verifier.verify(message: checksummed, signature: signature)
      }
    }

    // The dapp writes the account in lower case, as MetaMask returns it. It is therefore parsed only with
    // relaxed casing, and then gets the same result.
    guard vector.template.contains("{account}"), vector.name != "siweMalformed" else { return }
    let lower = text.replacingOccurrences(of: "{account}", with: key.address.checksummed.lowercased())
    let lowerSignature = try key.sign(PersonalMessage(lower))
    #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
      try verifier.verify(message: lower, signature: lowerSignature.description)
    }
    let message = try SIWEMessage(parsing: lower, addressCasing: .checksummedOrUniform)
    if vector.valid {
      #expect(try verifier.verify(message, signature: lowerSignature).address == key.address)
    } else {
      let code = try #require(Self.codes[vector.name])
      #expect(throws: SIWEError(code: code, reason: "")) {
        try verifier.verify(message, signature: lowerSignature)
      }
    }
  }

  @Test("the file has five messages, two of them valid")
  func counts() throws {
    let cases = try vectorCases("interop/metamask_test_dapp_siwe.json", as: DappCase.self)
    #expect(cases.count == 5)
    #expect(cases.filter(\.valid).count == 2)
  }
}
