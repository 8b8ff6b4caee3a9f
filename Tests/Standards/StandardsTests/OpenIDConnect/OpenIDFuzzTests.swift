import Encodings
import JOSE
import OpenIDConnect
import Sampling
import Testing

/// Mutations of a provider's messages. Each must give a value within its bounds, or an error.
@Suite("OpenID Connect parsers with mutated input")
struct OpenIDFuzzTests {
  static let alphabet =
    Array(#"{}[]":,\ /?#%&=+@.-_{tenantid}https0189"#.utf8) + [0, 0x0A, 0x7F, 0x80, 0xC2, 0xFF]

  @Test("no mutated message makes a parser trap", arguments: CaseSample.of(0..<4, oneIn: 4))
  func messages(round: Int) throws {
    var random = SplitMix64(seed: 0x0DC + UInt64(round))
    let issuer = try ExpectedIssuer(ProviderMetadataTests.issuer)
    let keys: [UInt8] = try {
      let file = try JSONParser.parse([UInt8](vectorData("openid/id_tokens.json")))
      return try #require(file["jwks"]).serialized()
    }()
    let answer = [UInt8](
      #"{"access_token":"a","token_type":"Bearer","expires_in":10,"id_token":"a.b.c","scope":"a b"}"#.utf8)
    let callback = [UInt8]("code=Splx%2FlOB&state=s1&iss=https%3A%2F%2Faccounts.provider.example".utf8)
    let document = ProviderMetadataTests.document.serialized()
    var (read, refused) = (0, 0)
    func count(_ parse: () throws -> Void) throws {
      do {
        try parse()
        read += 1
      } catch is OpenIDError {
        refused += 1
      }
    }
    for _ in 0..<600 {
      let bytes = random.mutate(document, alphabet: Self.alphabet)
      try count {
        let metadata = try ProviderMetadata(parsing: bytes, from: issuer)
        #expect(metadata.issuer == issuer.text && !metadata.idTokenAlgorithms.contains(.hs256))
        #expect(
          [metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keySetAddress].allSatisfy {
            $0.text.hasPrefix("https://") && !$0.host.isEmpty
          })
      }
      let set = random.mutate(keys, alphabet: Self.alphabet)
      try count {
        let keys = try ProviderKeys(parsing: set).keys
        #expect(keys.count <= 2 * ProviderKeys.maxKeys)
        #expect(keys.allSatisfy { !$0.key.isPrivate && $0.key.signatureAlgorithm != .hs256 })
      }
      let tokens = random.mutate(answer, alphabet: Self.alphabet)
      try count { _ = try TokenResponse(parsing: tokens) }
      try count { _ = try UserInfo(parsing: tokens, subject: "a") }
      let form = random.mutate(callback, alphabet: Self.alphabet)
      try count {
        let callback = try AuthorizationCallback(form: form)
        #expect(!callback.unverifiedState.isEmpty)
        #expect(try !callback.code(state: "s1", from: issuer, requiresIssuer: true).isEmpty)
      }
      let address = random.mutate([UInt8]("https://[2001:db8::1]:8443/a?b=c".utf8), alphabet: Self.alphabet)
      try count {
        let address = try EndpointAddress(String(decoding: address, as: UTF8.self))
        #expect(address.text.hasPrefix("https://") && address.path.first ?? "/" == "/")
      }
    }
    #expect(read > 100 && refused > 100)
  }
}
