import BinaryEncodings
import DoorwardSecondFactors
import Encodings
import Foundation
import Testing

@Suite("The URI and the text of an authenticator's secret")
struct AuthenticatorURITests {
  private let secret = AuthenticatorSecret(random: { count in (0..<count).map { UInt8($0) } })

  private func uri(_ issuer: String, _ account: String) -> String {
    TOTP.standard.uri(of: secret, issuer: issuer, account: account)
  }

  @Test func uriHasLabelSecretIssuerAndParameters() {
    #expect(
      uri("Example & Söhne", "ada+test@example.com")
        == "otpauth://totp/Example%20%26%20S%C3%B6hne:ada%2Btest%40example.com"
        + "?secret=AAAQEAYEAUDAOCAJBIFQYDIOB4IBCEQT&issuer=Example%20%26%20S%C3%B6hne"
        + "&algorithm=SHA1&digits=6&period=30")
  }

  @Test func secretIsTwentyBytesAndReadsBackFromBase32() throws {
    var requested: [Int] = []
    let drawn = AuthenticatorSecret(random: { count in
      requested.append(count)
      return [UInt8](repeating: 0xff, count: count)
    })
    #expect(requested == [20])
    #expect(try Base32.decode(drawn.base32, padded: false) == drawn.bytes)
    #expect(drawn.typed == "7777 7777 7777 7777 7777 7777 7777 7777")
    #expect(secret.typed.filter { $0 != " " } == secret.base32)
    #expect(try AuthenticatorSecret([UInt8](repeating: 1, count: 16)).typed.hasSuffix(" AE"))
  }

  @Test(arguments: [0, 15, 65])
  func secretsOfOtherLengthsAreRefused(count: Int) {
    #expect(throws: SecondFactorError(.invalidSecret, "")) {
      try AuthenticatorSecret([UInt8](repeating: 0, count: count))
    }
  }

  @Test(arguments: [
    "a?secret=AAAA&issuer=b", "a&secret=AAAA", "a#b", "a/../b", "a%3Ab", "a:b", "a\r\nb", "a\u{0}b",
    "a\"><script>",
    "a\u{202E}b", "a\u{200B}b", "a\u{2028}b", String(repeating: "é", count: 10_000), "👩‍👩‍👧‍👦",
    "a" + String(repeating: "\u{301}", count: 10_000), "", " ", ":", "::a::",
  ])
  func hostileNamesStayInTheirPlaces(name: String) throws {
    for text in [uri(name, "ada"), uri("Example", name), uri(name, name)] {
      #expect(text.utf8.count <= 900)
      #expect(text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
      let parts = try #require(URLComponents(string: text))
      #expect(parts.scheme == "otpauth" && parts.host == "totp" && parts.fragment == nil)
      let query = try #require(parts.queryItems)
      #expect(query.filter { $0.name == "secret" }.map(\.value) == [secret.base32])
      #expect(Set(query.map(\.name)).isSubset(of: ["secret", "issuer", "algorithm", "digits", "period"]))
      #expect(Set(query.map(\.name)).count == query.count)
      let label = parts.path.dropFirst()
      #expect(label.filter { $0 == ":" }.count <= 1)
      if let issuer = query.first(where: { $0.name == "issuer" })?.value, label.contains(":") {
        #expect(label.prefix { $0 != ":" } == issuer)
      }
      let names = label.unicodeScalars
      #expect(!names.contains { [.control, .format].contains($0.properties.generalCategory) })
    }
  }

  @Test func colonsAndSpacesBecomeOneSpace() {
    #expect(uri(" A :\t: B ", "x:y").contains("totp/A%20B:x%20y?"))
  }
}
