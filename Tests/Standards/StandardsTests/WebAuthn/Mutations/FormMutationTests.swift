import Encodings
import Testing
import WebAuthn
import WebAuthnSignatures

@Suite("WebAuthn L3 §5.1: changed JSON forms")
struct FormMutationTests {
  /// The JSON form, its member `response`, and its text.
  struct Form {
    var form: (inout JSONObject) -> Void = { _ in }
    var response: (inout JSONObject) -> Void = { _ in }
    var text: (String) -> String = { $0 }
  }

  typealias Mutation = CeremonyMutation<Form>
  private static let malformed = WebAuthnError.Code.malformedResponse

  private static func form(
    _ name: String, _ code: WebAuthnError.Code = malformed,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutation {
    Mutation(name, code) { $0.form = change }
  }

  private static func response(
    _ name: String, _ code: WebAuthnError.Code = malformed,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutation {
    Mutation(name, code) { $0.response = change }
  }

  private static func text(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Mutation {
    Mutation("the text: \(name)", malformed) { $0.text = change }
  }

  private static func both(_ object: inout JSONObject, _ change: (String) -> String) {
    for name in ["id", "rawId"] { object[name] = .string(change(object[name]?.string ?? "")) }
  }

  static let shared: [Mutation] = [
    form("the type PublicKey") { $0["type"] = "PublicKey" },
    form("the type public-key with a space") { $0["type"] = "public-key " },
    form("a null type") { $0["type"] = .null }, form("a list as type") { $0["type"] = ["public-key"] },
    form("a null id") { $0["id"] = .null }, form("a number as id") { $0["id"] = 1 },
    form("a list of bytes as rawId") { $0["rawId"] = [1, 2, 3] },
    form("an object as rawId") { $0["rawId"] = [:] },
    form("empty ids") { both(&$0) { _ in "" } }, form("ids with padding") { both(&$0) { $0 + "=" } },
    form("ids in base64") { both(&$0) { _ in "+/+/" } }, form("ids with a space") { both(&$0) { $0 + " " } },
    form("ids with a line break") { both(&$0) { $0 + "\n" } },
    form("ids of one letter too few") { both(&$0) { String($0.dropLast(2)) } },
    form("ids with bits after the last byte") { both(&$0) { $0.dropLast() + "B" } },
    form("ids in hexadecimal", .wrongCredentialID) { both(&$0) { _ in Hex.encode(Array(1...32)) } },
    form("an id with capital letters", .wrongCredentialID) {
      $0["id"] = .string($0["id"]?.string?.uppercased() ?? "")
    },
    form("another id", .wrongCredentialID) { $0["id"] = "AQ" },
    form("another rawId", .wrongCredentialID) { $0["rawId"] = "AQ" },
    form("ids of another credential", .wrongCredentialID) { both(&$0) { _ in "AQ" } },
    form("ids of 1024 bytes", .credentialIDTooLong) {
      both(&$0) { _ in Base64URL.encode([UInt8](repeating: 1, count: 1024)) }
    },
    form("no response") { $0["response"] = nil }, form("a list as response") { $0["response"] = [] },
    form("text as response") { $0["response"] = "{}" },
    form("a list as clientExtensionResults") { $0["clientExtensionResults"] = [] },
    form("a number as authenticatorAttachment") { $0["authenticatorAttachment"] = 1 },
    form("a list as prf") { $0["clientExtensionResults"] = ["prf": []] },
    form("text as prf.results") { $0["clientExtensionResults"] = ["prf": ["results": "AQ"]] },
    form("prf.results without first") {
      $0["clientExtensionResults"] = ["prf": ["results": ["second": "AQ"]]]
    },
    form("a number as prf.results.first") {
      $0["clientExtensionResults"] = ["prf": ["results": ["first": 1]]]
    },
    form("padding in prf.results.second") {
      $0["clientExtensionResults"] = ["prf": ["results": ["first": "AQ", "second": "AQ=="]]]
    },
    form("text as largeBlob") { $0["clientExtensionResults"] = ["largeBlob": "AQ"] },
    response("no client data") { $0["clientDataJSON"] = nil },
    response("an object as client data") { $0["clientDataJSON"] = [:] },
    response("client data as JSON") { $0["clientDataJSON"] = "{}" },
    response("client data with a space") {
      $0["clientDataJSON"] = .string(($0["clientDataJSON"]?.string ?? "") + " ")
    },
    text("nothing") { _ in "" }, text("a list") { "[\($0)]" }, text("null") { _ in "null" },
    text("text") { "\"\($0.count)\"" },
    text("two objects") { $0 + $0 }, text("a comma at the end") { $0.dropLast() + ",}" },
    text("the last byte missing") { String($0.dropLast()) },
    text("id twice") { "{\"id\":\"AQ\"," + $0.dropFirst() }, text("a byte order mark") { "\u{feff}" + $0 },
    text("type twice") { "{\"type\":\"public-key\"," + $0.dropFirst() }, text("a zero byte") { $0 + "\0" },
    text("100 levels") {
      "{\"x\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + ","
        + $0.dropFirst()
    },
    text("512 KiB") { "{\"x\":\"" + String(repeating: "a", count: 524_288) + "\"," + $0.dropFirst() },
  ]

  static let registrations: [Mutation] = [
    response("no attestation object") { $0["attestationObject"] = nil },
    response("the members of an authentication") {
      $0["attestationObject"] = nil
      $0["authenticatorData"] = "AQ"
      $0["signature"] = "AQ"
    },
    response("padding of the attestation object") {
      $0["attestationObject"] = .string(($0["attestationObject"]?.string ?? "") + "=")
    },
    response("an attestation object in base64") { $0["attestationObject"] = "o2+/" },
    response("text as transports") { $0["transports"] = "usb" },
    response("numbers as transports") { $0["transports"] = [1] },
    response("an object as transports") { $0["transports"] = ["usb": true] },
    response("the algorithm of another key") { $0["publicKeyAlgorithm"] = -8 },
    response("the algorithm as text") { $0["publicKeyAlgorithm"] = "-7" },
    response("the algorithm as a fraction") {
      $0["publicKeyAlgorithm"] = .number(JSONNumber(-7.5) ?? JSONNumber(0))
    },
    response("an empty public key") { $0["publicKey"] = "" },
    response("a public key in PEM") { $0["publicKey"] = "LS0tLS1CRUdJTg" },
    response("a public key of zeros") {
      $0["publicKey"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 91)))
    },
    response("empty authenticator data") { $0["authenticatorData"] = "" },
    response("other authenticator data") {
      $0["authenticatorData"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 37)))
    },
    form("text as credProps") { $0["clientExtensionResults"] = ["credProps": "rk"] },
    form("text as credProps.rk") { $0["clientExtensionResults"] = ["credProps": ["rk": "true"]] },
    form("a number as appidExclude") { $0["clientExtensionResults"] = ["appidExclude": 1] },
    form("text as prf.enabled") { $0["clientExtensionResults"] = ["prf": ["enabled": "true"]] },
    form("a number as largeBlob.supported") {
      $0["clientExtensionResults"] = ["largeBlob": ["supported": 1]]
    },
  ]

  static let authentications: [Mutation] = [
    response("no signature") { $0["signature"] = nil },
    response("a null signature") { $0["signature"] = .null },
    response("no authenticator data") { $0["authenticatorData"] = nil },
    response("a number as authenticator data") { $0["authenticatorData"] = 1 },
    response("the members of a registration") {
      $0["signature"] = nil
      $0["attestationObject"] = "AQ"
    },
    response("a number as userHandle") { $0["userHandle"] = 7 },
    response("a list as userHandle") { $0["userHandle"] = [7, 7, 7] },
    response("userHandle with padding") { $0["userHandle"] = "Bw==" },
    response("userHandle with bits after the last byte") { $0["userHandle"] = "Bx" },
    response("a userHandle of 65 bytes") {
      $0["userHandle"] = .string(Base64URL.encode([UInt8](repeating: 7, count: 65)))
    },
    response("no userHandle", .missingUserHandle) { $0["userHandle"] = nil },
    response("a null userHandle", .missingUserHandle) { $0["userHandle"] = .null },
    response("an empty userHandle", .missingUserHandle) { $0["userHandle"] = "" },
    response("a longer userHandle", .wrongUserHandle) { $0["userHandle"] = "BwcHBw" },
    response("a shorter userHandle", .wrongUserHandle) { $0["userHandle"] = "Bwc" },
    response("the id as userHandle", .wrongUserHandle) {
      $0["userHandle"] = .string(Base64URL.encode(Array(1...32)))
    },
    response("userHandle in base64url twice", .wrongUserHandle) {
      $0["userHandle"] = .string(Base64URL.encode(Array("BwcH".utf8)))
    },
    form("text as largeBlob.written") { $0["clientExtensionResults"] = ["largeBlob": ["written": "true"]] },
    form("a list as largeBlob.blob") { $0["clientExtensionResults"] = ["largeBlob": ["blob": [1]]] },
  ]

  @Test(arguments: shared + registrations)
  func `a changed form of a registration is refused`(_ mutation: Mutation) throws {
    var (form, parts) = (Form(), try RegistrationParts())
    mutation.change(&form)
    (parts.form, parts.response, parts.text) = (form.form, form.response, form.text)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }

  @Test(arguments: shared + authentications)
  func `a changed form of an authentication is refused`(_ mutation: Mutation) throws {
    var (form, parts) = (Form(), try AuthenticationParts())
    mutation.change(&form)
    (parts.form, parts.response, parts.text) = (form.form, form.response, form.text)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }

  @Test func `outputs that a script did not write as JSON do not matter`() throws {
    let outputs: JSONValue = ["prf": ["results": ["first": [:], "second": [:]]], "largeBlob": ["blob": [:]]]
    var registration = try RegistrationParts()
    registration.form = { $0["clientExtensionResults"] = outputs }
    #expect(try registration.verify().extensions.prfResults == nil)
    var authentication = try AuthenticationParts()
    authentication.form = { $0["clientExtensionResults"] = outputs }
    let verified = try authentication.verify()
    #expect(verified.extensions.prfResults == nil && verified.extensions.largeBlob == nil)
  }
}
