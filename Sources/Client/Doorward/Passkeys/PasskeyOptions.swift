internal import DoorwardWire
internal import Encodings

/// The parts of the options that the SDK itself reads (WebAuthn L3 §5.1.8, §5.1.9). A part with another form counts as
/// absent.
struct PasskeyOptions {
  /// The options of the standard.
  let json: DoorwardJSON

  init(_ json: DoorwardJSON) { self.json = json }

  /// Takes the options out of an answer of the server.
  init(contract members: JSONObject) {
    var options = members
    options[ChallengeMembers.challengeID] = nil
    options[ChallengeMembers.expiresAt] = nil
    json = DoorwardJSON(options)
  }

  /// A user of a new passkey.
  struct User {
    let id: [UInt8]
    let name: String
    let displayName: String
  }

  /// A passkey that is excluded or allowed.
  struct Credential {
    let id: [UInt8]
    let transports: [String]
  }

  private subscript(name: String) -> JSONValue? { json.object[name] }

  var relyingPartyID: String? {
    (self[PasskeyMembers.relyingPartyID] ?? self[PasskeyMembers.relyingParty]?[PasskeyMembers.id])?.string
  }

  var timeout: Duration {
    self[PasskeyMembers.timeout]?.int64.map { .milliseconds(max($0, 10_000)) } ?? .seconds(300)
  }

  var challenge: [UInt8]? { Self.bytes(self[PasskeyMembers.challenge]) }

  /// The user of a new passkey.
  var user: User? {
    let user = self[PasskeyMembers.user]
    guard let id = Self.bytes(user?[PasskeyMembers.id]), let name = user?[PasskeyMembers.name]?.string else {
      return nil
    }
    return User(id: id, name: name, displayName: user?[PasskeyMembers.displayName]?.string ?? name)
  }

  var excluded: [Credential] { Self.credentials(self["excludeCredentials"]) }
  var allowed: [Credential] { Self.credentials(self["allowCredentials"]) }

  /// `required`, `preferred` or `discouraged`.
  var userVerification: String? {
    (self["userVerification"] ?? self["authenticatorSelection"]?["userVerification"])?.string
  }

  /// `required`, `preferred` or `discouraged`.
  var residentKey: String? { self["authenticatorSelection"]?["residentKey"]?.string }
  /// `platform` or `cross-platform`.
  var attachment: String? { self["authenticatorSelection"]?["authenticatorAttachment"]?.string }
  /// The preferred kinds of authenticators, the first one first (WebAuthn L3 §5.8.7).
  var hints: [String] { (self["hints"]?.array ?? []).compactMap(\.string) }
  /// The numbers of the algorithms (COSE), the preferred ones first.
  var algorithms: [Int] {
    (self["pubKeyCredParams"]?.array ?? []).compactMap { $0["alg"]?.int64.flatMap { Int(exactly: $0) } }
  }

  private static func credentials(_ list: JSONValue?) -> [Credential] {
    (list?.array ?? []).compactMap { item in
      bytes(item[PasskeyMembers.id]).map {
        Credential(id: $0, transports: (item["transports"]?.array ?? []).compactMap(\.string))
      }
    }
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.string.flatMap { try? Base64URL.decode($0) }
  }
}
