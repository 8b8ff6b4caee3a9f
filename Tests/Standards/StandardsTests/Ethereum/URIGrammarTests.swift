import SignInWithEthereum
import Testing

struct URICase: Decodable, Sendable {
  var msg: String
}

struct CharacterCase: Decodable, Sendable {
  var rule: String
  var input: String
  var answer: Bool
}

@Suite("URIs and authorities in SIWE messages (RFC 3986)")
struct URIGrammarTests {
  // The dec-octet of RFC 3986 has no leading zeros. The reference grammar accepts leading zeros. This parser
  // refuses them, because some parsers read 010 as octal and others as decimal, which gives two different
  // hosts.
  static let leadingZeros: Set = [
    "IPv4address leading zeros: uri://[::000.000.010.001]",
    "IPv4address max value: uri://[::001.099.200.255]",
  ]

  @Test(
    "valid URIs are accepted",
    arguments: try namedVectors("siwe/signinwithethereum-siwe/valid_uris.json", as: URICase.self))
  func valid(vector: Named<URICase>) throws {
    guard !Self.leadingZeros.contains(vector.name) else {
      #expect(throws: SIWEError(code: .invalidURI, reason: "")) { try SIWEMessage(parsing: vector.value.msg) }
      return
    }
    let message = try SIWEMessage(parsing: vector.value.msg)
    #expect(vector.name.hasSuffix(message.uri))
    #expect(try SIWEMessage(message.fields) == message)
  }

  @Test(
    "invalid URIs are refused",
    arguments: try namedVectors("siwe/signinwithethereum-siwe/invalid_uris.json", as: String.self))
  func invalid(vector: Named<String>) {
    #expect(throws: SIWEError(code: .invalidURI, reason: "")) { try SIWEMessage(parsing: vector.value) }
  }

  @Test("the file has the expected number of cases, and two differ from the reference")
  func counts() throws {
    let valid = try vectorObject("siwe/signinwithethereum-siwe/valid_uris.json")
    #expect(valid.count == 36)
    #expect(Self.leadingZeros.isSubset(of: valid.keys))
    #expect(try vectorObject("siwe/signinwithethereum-siwe/invalid_uris.json").count == 17)
    #expect(try vectorObject("siwe/signinwithethereum-siwe/valid_chars.json").count == 8)
  }

  @Test(
    "each rule accepts all its characters",
    arguments: try namedVectors("siwe/signinwithethereum-siwe/valid_chars.json", as: CharacterCase.self))
  func characters(vector: Named<CharacterCase>) throws {
    let input = vector.value.input
    #expect(vector.value.answer)
    var fields = SIWEFields.example
    switch vector.value.rule {
    case "scheme": fields.scheme = input
    case "statement": fields.statement = input
    case "pct-encoded", "segment-nz": fields.requestID = input
    case "userinfo": fields.domain = "\(input)@example.com"
    case "IPvFuture": fields.domain = "[\(input)]"
    case "reg-name": fields.domain = input
    case "fragment": fields.uri = "https://example.com#\(input)"
    default: Issue.record("unknown rule \(vector.value.rule)")
    }
    let message = try SIWEMessage(fields)
    #expect(message.fields == fields)
  }

  @Test(
    "URIs of RFC 3986 §1.1.2, §3 and appendix A are accepted",
    arguments: [
      "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
      "ldap://[2001:db8::7]/c=GB?objectClass?one",
      "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
      "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "did:key:z6Mk", "a:",
      "a:/", "a:/b//c", "a:b", "A+-.9://h", "file:///etc/hosts", "x://h?", "x://h#", "x://h?#",
      "x://h/?a/b?c#d/e?f",
      "x://%41%5a", "x://u:p:q@h:", "x://[v1.a:b]", "x://[V1f.~]", "x://[::ffff:1.2.3.4]",
      "x://256.256.256.256",
      "x://h:99999", "x://h/%00%fF", "x:%20", "x://@", "x://a@", "x://:80",
    ])
  func accepts(uri: String) throws {
    var fields = SIWEFields.example
    fields.uri = uri
    fields.resources = [uri]
    #expect(try SIWEMessage(fields).fields == fields)
  }

  @Test(
    "text outside RFC 3986 is refused as URI and as resource",
    arguments: [
      "", "/", "//h", "h", "example.com/path", "1a://h", "+a://h", "a_b://h", "://h", ":", "x://h/ ",
      "x://h /", " x://h",
      "x://h/\u{7f}", "x://h/é", "x://hé", "x://h/<>", "x://h/\"", "x://h/`", "x://h/{}", "x://h/|",
      "x://h/\\", "x://h/^",
      "x://h\\", "x://h/%", "x://h/%4", "x://h/%4g", "x://h/%g4", "x://%zz", "x://a@b@c", "x://h:8a",
      "x://h:80:80",
      "x://[", "x://[]", "x://[::", "x://::1", "x://[::1", "x://[::1]a", "x://[::1]80", "x://[g::]",
      "x://[12345::]",
      "x://[:::]", "x://[1::2::3]", "x://[:1]", "x://[1:]", "x://[1:2:3:4:5:6:7]", "x://[::1%25eth0]",
      "x://[1:2:3:4:5:6:7:8:]", "x://[1:2:3:4:5:6:7:8::]", "x://[::1:2:3:4:5:6:7:]",
      "x://[1:2:3:4:5:6:7:8:9]",
      "x://[v.a]",
      "x://[v1]", "x://[v1.]", "x://[vg.a]", "x://[1.2.3.4]", "x://[::1.2.3]", "x://[::1.2.3.4.5]",
      "x://[::1.2.3.04]",
      "x://[::1.2.3.4:5]", "x://[::1.2.3.4", "x://a[::1]", "x://[[::1]]", "x:[", "x:a]", "x://h/[", "x://h?[",
      "x://h#[",
      "x://h#a#b", "x://h/\t", "x://h/\r", "x://h/\u{0}",
    ])
  func refuses(uri: String) {
    var fields = SIWEFields.example
    fields.uri = uri
    #expect(throws: SIWEError(code: .invalidURI, reason: "")) { try SIWEMessage(fields) }
    fields = .example
    fields.resources = ["https://example.com", uri]
    #expect(throws: SIWEError(code: .invalidResource, reason: "")) { try SIWEMessage(fields) }
  }

  @Test(
    "a domain is an authority with a host",
    arguments: [
      ("example.com", true), ("example.com:", true), ("example.com:8080", true), ("localhost:3030", true),
      ("EXAMPLE.com", true), ("127.0.0.1:80", true), ("[::1]:80", true), ("[::1]", true),
      ("u:p@[::1]:1", true),
      ("xn--bcher-kva.example", true), ("a_b", true), ("%41", true), ("user@host", true), ("@host", true),
      ("host.", true), ("a,b;c", true), ("", false), (":80", false), ("user@", false), ("user@:80", false),
      ("a b", false), (" a", false), ("a ", false), ("a/b", false), ("a/", false), ("a?", false),
      ("a#", false),
      ("#a", false), ("bücher.example", false), ("a:b", false), ("a:80:80", false), ("[::1", false),
      ("[::1]]", false), ("a@b@c", false), ("a\\b", false), ("a%4", false), ("https://example.com", false),
      ("a\tb", false), ("a\u{0}", false),
    ])
  func domains(domain: String, isValid: Bool) {
    var fields = SIWEFields.example
    fields.domain = domain
    if isValid {
      #expect(throws: Never.self) { try SIWEMessage(fields) }
    } else {
      // The domain ends before the space, and the rest is not a valid first line.
      let code: SIWEError.Code = domain.dropFirst().contains(" ") ? .malformedMessage : .invalidDomain
      #expect(throws: SIWEError(code: code, reason: "")) { try SIWEMessage(fields) }
    }
  }
}
