import Encodings
import SignInWithEthereum
import Testing

@Suite("SIWE policies")
struct SIWEPolicyTests {
  private func message(_ edit: (inout SIWEFields) -> Void = { _ in }) throws -> SIWEMessage {
    var fields = SIWEFields.full
    edit(&fields)
    return try SIWEMessage(fields)
  }

  private func code(_ policy: SIWEPolicy, _ message: SIWEMessage) -> SIWEError.Code? {
    switch policy.evaluate(message) {
    case .meets: return nil
    case .fails(let error):
      #expect(!error.reason.isEmpty)
      return error.code
    }
  }

  @Test("one of several domains, URIs or chains is enough, and an empty list accepts no message")
  func lists() throws {
    let message = try message {
      $0.domain = "b.example"
      $0.uri = "https://b.example/"
      $0.chainID = 137
    }
    #expect(code(.domain(oneOf: ["a.example", "B.example"]), message) == nil)
    #expect(code(.domain(oneOf: ["a.example", "b.example:1"]), message) == .wrongDomain)
    #expect(code(.domain(oneOf: []), message) == .wrongDomain)
    #expect(code(.uri(oneOf: ["https://a.example/", "https://b.example/"]), message) == nil)
    #expect(code(.uri(oneOf: ["https://a.example/", "https://b.example"]), message) == .wrongURI)
    #expect(code(.uri(oneOf: []), message) == .wrongURI)
    #expect(code(.chain(oneOf: [1, 137]), message) == nil)
    #expect(code(.chain(oneOf: [1, 10]), message) == .wrongChain)
    #expect(code(.chain(oneOf: []), message) == .wrongChain)
    guard case .fails(let error) = SIWEPolicy.domain(oneOf: ["a.example", "c.example"]).evaluate(message)
    else {
      Issue.record("the policy accepts another domain")
      return
    }
    #expect(error.reason.contains("a.example or c.example"))
  }

  @Test(
    "the whole domain is compared, with either letter case of the host",
    arguments: [
      ("example.com", "example.com", true), ("Example.COM", "example.com", true),
      ("example.com", "EXAMPLE.com", true),
      ("example.com:8443", "example.com:8443", true), ("user@example.com", "user@example.com", true),
      ("[::aB]:1", "[::Ab]:1", true), ("example.com", "evil.example", false),
      ("example.com:443", "example.com", false),
      ("example.com", "example.com:443", false), ("example.com:", "example.com", false),
      ("example.com.", "example.com", false), ("sub.example.com", "example.com", false),
      ("example.com", "sub.example.com", false), ("example.co", "example.com", false),
      ("example.com@evil.example", "example.com", false), ("user@example.com", "example.com", false),
      ("User@example.com", "user@example.com", false), ("example.com", "", false), ("a@b", "a`b", false),
      ("ex%41mple.com", "exAmple.com", false),
    ])
  func domains(stated: String, expected: String, meets: Bool) throws {
    let message = try message { $0.domain = stated }
    #expect(code(.domain(expected), message) == (meets ? nil : .wrongDomain))
  }

  @Test(
    "an absent scheme means https",
    arguments: [
      ("https", "https", true), (nil, "https", true), ("HTTPS", "https", true), (nil, "http", false),
      ("http", "https", false), ("https", "http", false), ("httpss", "https", false), ("app", "app", true),
    ] as [(String?, String, Bool)])
  func schemes(stated: String?, expected: String, meets: Bool) throws {
    let message = try message { $0.scheme = stated }
    #expect(code(.scheme(expected), message) == (meets ? nil : .wrongScheme))
  }

  @Test("URI, nonce and request id are compared byte for byte")
  func exact() throws {
    let message = try message()
    #expect(code(.uri("https://example.com/login?a=%20#b"), message) == nil)
    for other in [
      "https://example.com/login", "https://example.com/login?a=%20#B", "",
      "https://EXAMPLE.com/login?a=%20#b",
    ] {
      #expect(code(.uri(other), message) == .wrongURI)
    }
    #expect(code(.nonce("32891756aB"), message) == nil)
    for other in ["32891756ab", "32891756a", "32891756aBc", ""] {
      #expect(code(.nonce(other), message) == .wrongNonce)
    }
    #expect(code(.requestID("some_id%20:@"), message) == nil)
    #expect(code(.requestID("some_id"), message) == .wrongRequestID)
    #expect(code(.requestID(""), try self.message { $0.requestID = nil }) == .wrongRequestID)
    #expect(code(.requestID(""), try self.message { $0.requestID = "" }) == nil)
  }

  @Test("chain and address are compared by value")
  func values() throws {
    let message = try message()
    #expect(code(.chain(137), message) == nil)
    #expect(code(.chain(1), message) == .wrongChain)
    let address = try EthereumAddress(parsing: SIWEFields.full.address.lowercased())
    #expect(code(.address(address), message) == nil)
    let other = try EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))
    #expect(code(.address(other), message) == .wrongAddress)
  }

  @Test("a message is valid from its not-before time until just before its expiration time")
  func times() throws {
    let message = try message {
      $0.notBefore = "2026-01-01T00:00:00Z"
      $0.expirationTime = "2026-01-02T00:00:00Z"
    }
    func at(_ text: String, skew: Duration = .zero) throws -> SIWEError.Code? {
      try code(.time(at: Timestamp(rfc3339: text), clockSkew: skew), message)
    }
    #expect(try at("2025-12-31T23:59:59.999Z") == .notYetValid)
    #expect(try at("2026-01-01T00:00:00Z") == nil)
    #expect(try at("2026-01-01T23:59:59.999999999Z") == nil)
    #expect(try at("2026-01-02T00:00:00Z") == .expired)
    #expect(try at("2026-01-02T01:00:00+01:00") == .expired)
    #expect(try at("2025-12-31T23:59:30Z", skew: .seconds(30)) == nil)
    #expect(try at("2025-12-31T23:59:29Z", skew: .seconds(30)) == .notYetValid)
    #expect(try at("2026-01-02T00:00:29Z", skew: .seconds(30)) == nil)
    #expect(try at("2026-01-02T00:00:30Z", skew: .seconds(30)) == .expired)
    let timeless = try self.message {
      $0.notBefore = nil
      $0.expirationTime = nil
    }
    #expect(code(.time(at: Timestamp(seconds: .max)), timeless) == nil)
    #expect(code(.time(at: Timestamp(seconds: .min)), timeless) == nil)
  }

  @Test("expiration and not-before each apply without the other")
  func oneSided() throws {
    let expiring = try message { $0.notBefore = nil }
    let late = try Timestamp(rfc3339: "2030-01-01T00:00:00Z")
    let early = try Timestamp(rfc3339: "2000-01-01T00:00:00Z")
    #expect(code(.time(at: late), expiring) == .expired)
    #expect(code(.time(at: early), expiring) == nil)
    let waiting = try message { $0.expirationTime = nil }
    #expect(code(.time(at: late), waiting) == nil)
    #expect(code(.time(at: early), waiting) == .notYetValid)
  }

  @Test("the time of issue must not be in the future or too far in the past")
  func issuedAt() throws {
    let message = try message { $0.issuedAt = "2026-01-01T00:00:00Z" }
    let issued = try Timestamp(rfc3339: "2026-01-01T00:00:00Z")
    #expect(code(.notIssuedInFuture(at: issued), message) == nil)
    #expect(code(.notIssuedInFuture(at: issued.advanced(by: .seconds(-1))), message) == .issuedInFuture)
    #expect(
      code(.notIssuedInFuture(at: issued.advanced(by: .seconds(-1)), clockSkew: .seconds(1)), message) == nil)
    #expect(code(.maximumAge(.seconds(300), at: issued.advanced(by: .seconds(300))), message) == nil)
    #expect(code(.maximumAge(.seconds(300), at: issued.advanced(by: .seconds(301))), message) == .tooOld)
  }

  @Test(
    "a ReCap resource is detected in any letter case and position (ERC-5573)",
    arguments: [
      (["urn:recap:eyJ9"], true), (["https://a", "urn:recap:eyJ9"], true), (["URN:ReCap:x"], true),
      (["urn:recap:"], true),
      (["urn:recaps:x"], false), (["https://a/urn:recap:x"], false), (["urn:other:recap:"], false),
      ([], false),
      (nil, false),
    ] as [([String]?, Bool)])
  func recap(resources: [String]?, isRefused: Bool) throws {
    let message = try message { $0.resources = resources }
    #expect(code(.noRecapResources, message) == (isRefused ? .recapRefused : nil))
  }

  @Test("all fails with the first failure, any only if every policy fails")
  func combined() throws {
    let message = try message()
    #expect(code(.all(), message) == nil)
    #expect(code(.all(.chain(137), .nonce("32891756aB")), message) == nil)
    #expect(code(.all(.chain(137), .nonce("x"), .chain(1)), message) == .wrongNonce)
    #expect(code(.any(), message) == .policyNotMet)
    #expect(code(.any(.chain(1), .chain(137)), message) == nil)
    #expect(code(.any(.chain(1), .nonce("x")), message) == .wrongChain)
    if case .fails(let error) = SIWEPolicy.any(.chain(1), .chain(2)).evaluate(message) {
      #expect(error.reason.contains("1") && error.reason.contains("2"))
    }
    let custom = SIWEPolicy { message in
      message.statement == nil
        ? .meets
        : .fails(SIWEError(code: .init(rawValue: "has_statement"), reason: "The message has a statement."))
    }
    #expect(code(.all(.chain(137), custom), message)?.rawValue == "has_statement")
  }
}
