import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import Testing

/// The texts that the server, its double and the SDK exchange.
struct WireFormatTests {
  @Test("A binding is base64url(SHA-256(ASCII(secret))), RFC 7636 appendix B")
  func bindingIsTheHashOfTheSecret() {
    let secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let binding = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    #expect(WireBinding(secret: secret)?.value == binding)
    #expect(WireBinding(madeSecret: secret).value == binding)
    #expect(WireBinding(binding)?.value == binding)
  }

  @Test(arguments: ["", "short", String(repeating: "A", count: 42), String(repeating: "=", count: 43)])
  func malformedBindingsAreRefused(text: String) {
    #expect(WireBinding(text) == nil)
    #expect(WireBinding(secret: text) == nil)
  }

  @Test func refreshTokenIsReadAsItWasWritten() {
    let token = RefreshTokenText(
      session: Array(0..<16), counter: 0x0102_0304_0506_0708, tag: Array(100..<132))
    #expect(token.text.hasPrefix("dwr_"))
    #expect(RefreshTokenText(token.text) == token)
    #expect(RefreshTokenText(String(token.text.dropLast())) == nil)
    #expect(RefreshTokenText(String(token.text.dropFirst(4))) == nil)
  }

  @Test(arguments: [("1", 1), ("20", 20), ("100", 100)])
  func limitIsAWholeNumber(text: String, limit: Int) {
    #expect(ListLimit.read(text) == limit)
  }

  @Test(arguments: ["0", "101", "-1", "+1", "1.0", " 1", "", "٣"])
  func otherLimitsAreRefused(text: String) {
    #expect(ListLimit.read(text) == nil)
  }

  @Test func userIsReadAsItWasWritten() throws {
    var user = WireUser(id: "one", isAnonymous: false)
    for text in ProfileText.allCases { user[text] = text.rawValue }
    user.createdAt = Date(timeIntervalSince1970: 1_750_000_000)
    user.metadata = ["theme": "dark"]
    user.identities = [
      WireIdentity(
        id: "two", type: WireIdentity.Kind.near, identifier: "ada.near", network: "mainnet",
        verifiedAt: user.createdAt, lastUsedAt: nil)
    ]
    let read = try #require(WireUser(.object(user.json)))
    #expect(ProfileText.allCases.map { read[$0] } == ProfileText.allCases.map(\.rawValue))
    #expect(read.json == user.json)
  }

  @Test func problemNeedsCodeAndTraceID() {
    #expect(WireProblem(["code": "invalid_grant", "trace_id": "1"])?.code == "invalid_grant")
    #expect(WireProblem(["error": "invalid_grant"]) == nil)
    #expect(WireProblem(["code": "invalid_grant"]) == nil)
    #expect(WireProblem(["error": "invalid_grant", "trace_id": "1"]) == nil)
  }
}
