import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Responses of other pages and frames, each with a valid signature.
@Suite("WebAuthn: attacks from other origins")
struct OriginThreatTests {
  let scene: CeremonyScene

  init() throws { scene = try CeremonyScene() }

  @Test func `40 - frames of other origins are refused unless they are expected`() throws {
    let framed = try scene.changed { $0.clientMembers = ["crossOrigin": true] }.authenticate()
    let named = try scene.changed {
      $0.clientMembers = ["crossOrigin": true, "topOrigin": "https://top.example"]
    }
    .authenticate()
    let odd = try scene.changed { $0.clientMembers = ["topOrigin": "https://top.example"] }.authenticate()
    for response in [framed, named, odd] {
      scene.refuses(.crossOriginNotAllowed) { _ = try scene.authenticate(response) }
    }
    let top = try scene.party(frames: .within([try #require(WebOrigin("https://top.example"))]))
    _ = try scene.authenticate(named, party: top)
    scene.refuses(.wrongTopOrigin) { _ = try scene.authenticate(framed, party: top) }
    let evil = try scene.changed {
      $0.clientMembers = ["crossOrigin": true, "topOrigin": "https://top.example.evil.example"]
    }.authenticate()
    scene.refuses(.wrongTopOrigin) { _ = try scene.authenticate(evil, party: top) }
    let anywhere = try scene.party(frames: .anywhere)
    for response in [framed, named, evil] { _ = try scene.authenticate(response, party: anywhere) }
    // Clients name the top-level page of a frame only.
    let unframed = try scene.changed {
      $0.clientMembers = ["crossOrigin": false, "topOrigin": "https://top.example"]
    }.authenticate()
    for party in [top, anywhere] {
      scene.refuses(.wrongTopOrigin) { _ = try scene.authenticate(odd, party: party) }
      scene.refuses(.wrongTopOrigin) { _ = try scene.authenticate(unframed, party: party) }
    }
    _ = try scene.authenticate(scene.changed { $0.clientMembers = ["crossOrigin": false] }.authenticate())
  }

  @Test func `40 - origins are compared by scheme, host and port, and suffixes only at a dot`() throws {
    for origin in [
      "http://example.org", "https://example.org:8443", "https://www.example.org",
      "https://example.org.evil.example",
      "https://evilexample.org", "https://example.org/", "https://example.org:443",
      "https://example.org@evil.example",
      "https://Example.org", "HTTPS://example.org", "https://example.org.", "https:example.org",
      "example.org", "null", "",
      "https://", "https://exam\u{FF50}le.org", "https://example.org\u{0}", "https://ex\u{E4}mple.org",
    ] {
      let response = try scene.changed { $0.origin = origin }.authenticate()
      scene.refuses(.wrongOrigin, origin) { _ = try scene.authenticate(response) }
    }
    let subdomains = try scene.party(origins: [], allowsSubdomains: true)
    for (origin, isExpected) in [
      ("https://example.org", true), ("https://a.example.org", true), ("https://a.b.example.org", true),
      ("https://evilexample.org", false), ("https://example.org.evil.example", false),
      ("http://a.example.org", false),
      ("https://a.example.org:8443", false), ("https://.example.org", false),
    ] {
      #expect(subdomains.expects(origin: origin) == isExpected, "\(origin)")
    }
    let apps = try scene.party(origins: ["android:apk-key-hash:abc", "https://example.de"])
    #expect(apps.expects(origin: "android:apk-key-hash:abc") && apps.expects(origin: "https://example.de"))
    #expect(
      !apps.expects(origin: "android:apk-key-hash:ABC") && !apps.expects(origin: "android:apk-key-hash:abcd"))
    #expect(apps.relatedOrigins == ["origins": ["https://example.de"]])
    #expect(try scene.party().relatedOrigins == nil)
    for (id, origins) in [
      ("https://example.org", []), ("example.org:443", []), ("Example.org", []), ("127.0.0.1", []), ("", []),
      ("example..org", []), ("-a.org", []),
    ] as [(String, [String])] {
      scene.refuses(.invalidRelyingPartyID, id) { _ = try RelyingParty(id: id, origins: origins) }
    }
    for origin in [
      "https://example.org/a", "ftp://example.org", "javascript:alert(1)", "data:x", "file:///x", "*", "",
    ] {
      scene.refuses(.invalidOrigin, origin) { _ = try scene.party(origins: [origin]) }
    }
    _ = try RelyingParty(id: "localhost", origins: ["http://localhost:5000"])
  }
}
