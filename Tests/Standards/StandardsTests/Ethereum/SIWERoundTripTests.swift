import Sampling
import SignInWithEthereum
import Testing

/// Texts with every spelling of a field that the grammar allows, including non-canonical ones.
@Suite("SIWE messages: text, fields and text again are identical")
struct SIWERoundTripTests {
  private static let schemes = ["", "https://", "HTTPS://", "Http://", "a+b-c.1://"]
  private static let domains = [
    "example.com", "EXAMPLE.com", "localhost:3030", "example.com:", "example.com:0443", "a.b:00",
    "user:pass@example.com", "@example.com", "%65xample.com", "%2F%2f", "[::1]", "[0:0::1]:80",
    "[2001:DB8::7]", "[v1.x:y]", "127.0.0.1", "127.000.000.001", "a..b", ".",
  ]
  private static let addresses = [
    "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    "0xC02AAA39B223FE8D0A0E5C4F27EAD9083C756CC2", "0x0000000000000000000000000000000000000000",
  ]
  private static let statements = [
    "", "\n", " \n", "Sign in.\n", "  two  spaces  \n", "URI: https://evil.example\n", "'\n", "/?#[]@:\n",
  ]
  private static let uris = [
    "https://example.com/login", "HTTPS://EXAMPLE.COM:0443/%7e?%7E#", "a:", "urn:x", "a://", "a:?", "a:#",
    "a:?#", "a:/", "https://a/../b//c/./", "https://[::ffff:192.0.2.1]/?q#f",
  ]
  private static let chainIDs = [
    "1", "137", "9223372036854775771", "01", "00", "0", "0000000001", "010", "9223372036854775772", "1 ",
  ]
  private static let nonces = ["12345678", "abcdEFGH", "00000000", String(repeating: "0", count: 200)]
  private static let times = [
    "2021-09-30T16:25:24Z", "2021-09-30t16:25:24z", "2021-09-30T16:25:24.0Z", "2021-09-30T16:25:24.000Z",
    "2021-09-30T16:25:24.1234567891234567890Z", "2021-09-30T16:25:24.100+02:00", "2021-09-30T16:25:24+00:00",
    "2021-09-30T16:25:24-00:00", "2021-09-30T16:25:24+23:59", "2016-12-31T23:59:60Z",
    "2016-12-31T23:59:60.999Z", "2017-01-01T00:59:60+01:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
  ]
  private static let requestIDs = [
    "", "\nRequest ID: ", "\nRequest ID: some_id%20:@", "\nRequest ID: %2f%2F",
  ]
  private static let resources = [
    "", "\nResources:", "\nResources:\n- a:", "\nResources:\n- urn:x\n- urn:x\n- URN:X",
    "\nResources:\n- a:%7e#",
  ]

  private static func text(_ generator: inout SplitMix64) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    func time(_ label: String) -> String { Bool.random(using: &generator) ? "" : label + pick(times) }
    return pick(schemes) + pick(domains) + " wants you to sign in with your Ethereum account:\n"
      + pick(addresses) + "\n\n" + pick(statements) + "\nURI: " + pick(uris) + "\nVersion: 1\nChain ID: "
      + pick(chainIDs) + "\nNonce: " + pick(nonces) + "\nIssued At: " + pick(times)
      + time("\nExpiration Time: ") + time("\nNot Before: ") + pick(requestIDs) + pick(resources)
  }

  @Test("every parsed message is rebuilt from its fields byte for byte", arguments: 1...8)
  func identity(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var accepted = 0
    for _ in 0..<2000 {
      let text = Self.text(&generator)
      guard let message = try? SIWEMessage(parsing: text, addressCasing: .checksummedOrUniform) else {
        continue
      }
      accepted += 1
      let rebuilt = try SIWEMessage(message.fields, addressCasing: .checksummedOrUniform)
      #expect(Array(rebuilt.text.utf8) == Array(text.utf8), "\(text.debugDescription)")
    }
    #expect(accepted > 100)
  }
}
