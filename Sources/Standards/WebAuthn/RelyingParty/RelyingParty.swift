public import Encodings

/// The relying party: its RP ID, and the origins that may use its credentials (WebAuthn L3 §13.4.9).
public struct RelyingParty: Sendable {
  /// In which frames a ceremony may run.
  public enum FramePolicy: Sendable, Hashable {
    /// Only in top-level pages, and in frames of the same origin.
    case sameOrigin
    /// Also in frames of top-level pages of these origins. The client must say the origin (`topOrigin`).
    case within(Set<WebOrigin>)
    /// In any frame. A page that embeds the relying party can mislead users (WebAuthn L3 §13.4.2).
    case anywhere
  }

  /// The RP ID, a domain.
  public let id: String
  /// SHA-256 of the RP ID.
  public let idHash: [UInt8]
  /// The expected origins of pages, including related origins (WebAuthn L3 §5.11).
  public let origins: Set<WebOrigin>
  /// The texts of ``origins``.
  private let originTexts: [String]
  /// The expected origins of native apps, such as `android:apk-key-hash:…`, compared by bytes.
  public let appOrigins: Set<String>
  /// Whether pages of every subdomain of the RP ID are expected, over https and its own port.
  public let allowsSubdomains: Bool
  /// In which frames a ceremony may run.
  public let frames: FramePolicy

  /// Creates a relying party.
  ///
  /// - Parameters:
  ///   - id: The RP ID: a domain in ASCII and lower case, such as `example.org`.
  ///   - origins: The origins of pages and native apps. A page outside the RP ID's domain is a related origin: the
  ///     RP ID's host must serve ``relatedOrigins`` too.
  ///   - allowsSubdomains: Whether every subdomain of the RP ID may use its credentials. A subdomain that runs
  ///     foreign code could then sign users in (WebAuthn L3 §13.4.8).
  ///   - frames: In which frames a ceremony may run.
  /// - Throws: ``WebAuthnError``: `invalid_rp_id`, `invalid_origin`.
  public init(
    id: String, origins: [String], allowsSubdomains: Bool = false, frames: FramePolicy = .sameOrigin
  ) throws(WebAuthnError) {
    let domain = Array(id.utf8)
    guard WebOrigin.isDomain(domain), !Self.isAddress(domain) else {
      throw WebAuthnError(
        code: .invalidRelyingPartyID,
        reason: "the RP ID must be a domain in lower case, without scheme and port")
    }
    var pages: Set<WebOrigin> = []
    var apps: Set<String> = []
    for text in origins {
      if Self.isAppOrigin(text) {
        apps.insert(text)
      } else if let origin = WebOrigin(text) {
        pages.insert(origin)
      } else {
        throw WebAuthnError(
          code: .invalidOrigin,
          reason:
            "\"\(text)\" must be an origin such as https://example.org or android:apk-key-hash:…"
        )
      }
    }
    self.id = id
    idHash = SHA256.hash(domain)
    self.origins = pages
    originTexts = pages.map(\.description)
    appOrigins = apps
    self.allowsSubdomains = allowsSubdomains
    self.frames = frames
  }

  /// The document that the RP ID's host serves at `/.well-known/webauthn`, so that clients allow the related origins
  /// (WebAuthn L3 §5.11); nil if there are none.
  public var relatedOrigins: JSONObject? {
    let related = origins.filter { !$0.isInScope(of: id) }.map(\.description).sorted()
    return related.isEmpty ? nil : ["origins": .array(related.map(JSONValue.string))]
  }

  /// Whether an origin is expected.
  public func expects(origin text: String) -> Bool {
    // Most origins are written as expected, so the bytes are compared first.
    for known in originTexts where sameBytes(known, text) { return true }
    // Set membership of a String compares by canonical equivalence, so only ASCII texts are looked up.
    if Self.isAppOrigin(text) { return appOrigins.contains(text) }
    guard let origin = WebOrigin(text) else { return false }
    if origins.contains(origin) { return true }
    return allowsSubdomains && origin.scheme == "https" && origin.port == 443 && origin.isInScope(of: id)
  }

  /// The origin of a native app is not a web origin: it has a scheme and no `//`.
  private static func isAppOrigin(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= 256, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count
    else { return false }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
    return bytes[colon + 1] != UInt8(ascii: "/")
      && !["http", "https", "javascript", "data", "file", "about", "blob"].contains(scheme.lowercased())
  }

  /// An IPv4 address is not a domain. Its last label is a number.
  private static func isAddress(_ domain: [UInt8]) -> Bool {
    domain.split(separator: UInt8(ascii: ".")).last?.allSatisfy { $0 &- 0x30 < 10 } ?? true
  }
}
