import Foundation
import Sampling
import SignInWithEthereum
import Testing

/// Mutated messages, compared with a second implementation of the grammar as a regular expression. The parser
/// must not trap, must not accept text outside the grammar, and may refuse text inside the grammar only for
/// rules that a grammar cannot express.
@Suite("SIWE messages: mutations")
struct SIWEFuzzTests {
  static let seeds: [SIWEFields] = [
    .example, .full,
    SIWEFields(
      domain: "[2001:db8::7]:80", address: "0xde709f2102306220921060314715629080e2fb77", statement: "",
      uri: "urn:x",
      chainID: 10, nonce: "abcdefgh", issuedAt: "2024-02-29T23:59:59.000001+14:00", requestID: "",
      resources: []),
    SIWEFields(
      domain: "a.b", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", statement: "Hi (you)!",
      uri: "https://[::ffff:192.0.2.1]/?q#f", chainID: 1, nonce: "ABCDEFGH1",
      issuedAt: "2016-12-31T23:59:60Z",
      notBefore: "2016-12-31T00:00:00Z", resources: ["a:", "https://b/%7E"]),
  ]

  @Test(
    "thousands of mutated messages get the same result as the grammar",
    arguments: CaseSample.of(1...8, oneIn: 4))
  func mutations(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let texts = try Self.seeds.map { Array(try SIWEMessage($0).text.utf8) }
    let grammar = try NSRegularExpression(pattern: Grammar.message)
    var accepted = 0
    var refused = 0
    for _ in 0..<2500 {
      var bytes = texts[Int.random(in: texts.indices, using: &generator)]
      let donor = texts[Int.random(in: texts.indices, using: &generator)]
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        Mutation.apply(to: &bytes, donor: donor, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let whole = NSRange(text.startIndex..., in: text)
      let isGrammatical = grammar.firstMatch(in: text, range: whole)?.range == whole
      do throws(SIWEError) {
        let message = try SIWEMessage(parsing: text)
        accepted += 1
        #expect(message.text == text)
        #expect(isGrammatical, "accepted outside the grammar: \(text.debugDescription)")
        let rebuilt = try SIWEMessage(message.fields).text
        #expect(
          Array(rebuilt.utf8) == bytes, "the fields do not give the same text for \(text.debugDescription)")
      } catch {
        refused += 1
        let beyondGrammar: [SIWEError.Code] = [
          .invalidAddress, .invalidTime, .invalidChainID, .invalidDomain,
        ]
        #expect(!isGrammatical || beyondGrammar.contains(error.code), "\(error): \(text.debugDescription)")
      }
    }
    #expect(accepted > 100)
    #expect(refused > 1000)
  }

  @Test("arbitrary bytes do not trap")
  func noise() {
    var generator = SplitMix64(seed: 4361)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(throws: SIWEError.self) { try SIWEMessage(parsing: String(decoding: bytes, as: UTF8.self)) }
    }
  }
}

/// Changes by an attacker or a faulty channel.
enum Mutation {
  private static let interesting = Array("\r\n\t\0 %:/?#[]@.-+0919azAZ_~\"<>\\^`{|}\u{7f}é\u{2028}".utf8)

  static func apply(to bytes: inout [UInt8], donor: [UInt8], using generator: inout SplitMix64) {
    guard !bytes.isEmpty else { return bytes = donor }
    let at = Int.random(in: bytes.indices, using: &generator)
    let character = interesting[Int.random(in: interesting.indices, using: &generator)]
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[at] = character
    case 2: bytes.insert(character, at: at)
    case 3: bytes.remove(at: at)
    case 4: bytes[at] ^= 0x20
    case 5: bytes.insert(bytes[at], at: at)
    case 6: bytes.removeLast(Int.random(in: 0...min(40, bytes.count), using: &generator))
    case 7:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.swapAt(
        Int.random(in: lines.indices, using: &generator), Int.random(in: lines.indices, using: &generator))
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    default:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let others = donor.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines[Int.random(in: lines.indices, using: &generator)] =
        others[Int.random(in: others.indices, using: &generator)]
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }
}

/// EIP-4361 §ABNF with RFC 3986 appendix A and RFC 3339 §5.6, rule by rule.
private enum Grammar {
  static let unreserved = "A-Za-z0-9\\-._~"
  static let subDelims = "!$&'()*+,;="
  static let encoded = "%[0-9A-Fa-f]{2}"
  static let pchar = "(?:[\(unreserved)\(subDelims):@]|\(encoded))"
  static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])"
  static let ipv4 = "\(octet)(?:\\.\(octet)){3}"
  static let h16 = "[0-9A-Fa-f]{1,4}"
  static let ls32 = "(?:\(h16):\(h16)|\(ipv4))"
  static let ipv6 = [
    "(?:\(h16):){6}\(ls32)", "::(?:\(h16):){5}\(ls32)", "(?:\(h16))?::(?:\(h16):){4}\(ls32)",
    "(?:(?:\(h16):){0,1}\(h16))?::(?:\(h16):){3}\(ls32)",
    "(?:(?:\(h16):){0,2}\(h16))?::(?:\(h16):){2}\(ls32)",
    "(?:(?:\(h16):){0,3}\(h16))?::\(h16):\(ls32)", "(?:(?:\(h16):){0,4}\(h16))?::\(ls32)",
    "(?:(?:\(h16):){0,5}\(h16))?::\(h16)", "(?:(?:\(h16):){0,6}\(h16))?::",
  ].joined(separator: "|")
  static let future = "[vV][0-9A-Fa-f]+\\.[\(unreserved)\(subDelims):]+"
  static let host = "(?:\\[(?:\(ipv6)|\(future))\\]|(?:[\(unreserved)\(subDelims)]|\(encoded))*)"
  static let authority = "(?:(?:[\(unreserved)\(subDelims):]|\(encoded))*@)?\(host)(?::[0-9]*)?"
  static let scheme = "[A-Za-z][A-Za-z0-9+\\-.]*"
  static let hierarchy =
    "(?://\(authority)(?:/\(pchar)*)*|/(?:\(pchar)+(?:/\(pchar)*)*)?|\(pchar)+(?:/\(pchar)*)*|)"
  static let uri = "\(scheme):\(hierarchy)(?:\\?(?:\(pchar)|[/?])*)?(?:#(?:\(pchar)|[/?])*)?"
  static let time =
    "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+\\-][0-9]{2}:[0-9]{2})"
  static let message =
    "(?:\(scheme)://)?\(authority) wants you to sign in with your Ethereum account:\\n0x[0-9A-Fa-f]{40}\\n\\n"
    + "(?:[:/?#\\[\\]@\(subDelims)\(unreserved) ]*\\n)?\\nURI: \(uri)\\nVersion: 1\\nChain ID: [0-9]+\\n"
    + "Nonce: [A-Za-z0-9]{8,}\\nIssued At: \(time)(?:\\nExpiration Time: \(time))?(?:\\nNot Before: \(time))?"
    + "(?:\\nRequest ID: \(pchar)*)?(?:\\nResources:(?:\\n- \(uri))*)?"
}
