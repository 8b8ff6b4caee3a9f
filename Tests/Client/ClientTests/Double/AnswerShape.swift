import BinaryEncodings
import Doorward
import Encodings
import Foundation

/// An answer as text without the values that differ between two correct servers: random names,
/// times, keys and addresses are replaced by their kind.
struct AnswerShape {
  let origin: String

  private static let headers = [
    "content-type", "cache-control", "www-authenticate", "retry-after", "allow", "x-content-type-options",
    "referrer-policy", "cross-origin-resource-policy",
  ]

  /// The codes of refusals that the double words itself, because it verifies no signatures and has no dictionaries. The sentences
  /// of all others are the same: they come from `DoorwardServerRules`, or from a library that both use.
  private static let ownSentences: Set<String> = [
    "backup_eligibility_changed", "cross_origin_not_allowed", "inconsistent_backup_state", "user_not_present",
    "user_not_verified", "wrong_challenge", "wrong_ceremony", "wrong_origin",
    "wrong_rp_id",
    "wrong_signature", "wrong_signer", "wrong_user_handle", "missing_user_handle", "password_too_guessable",
  ]

  func text(of response: DoorwardResponse, to request: DoorwardRequest) -> String {
    let path = String(request.url.dropFirst(origin.count))
    let fields = Self.headers.compactMap { name in
      response.headers[name].map { "\(name): \(name == "retry-after" ? seconds($0) : $0)" }
    }
    let body =
      response.body.isEmpty
      ? "nothing" : (try? JSONParser.parse(response.body)).map { shape($0) } ?? "no JSON"
    return
      "\(request.method) \(general(path)) → \(response.status) [\(fields.joined(separator: "; "))] \(body)"
  }

  /// The time of the server goes on during a test, so a long wait is rounded.
  private func seconds(_ text: String) -> String {
    guard let seconds = Int(text), seconds > 60 else { return text }
    return "about \((seconds + 30) / 60) minutes"
  }

  func shape(_ value: JSONValue, named name: String = "") -> String {
    switch value {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let number): return ["status", "id", "expires_in"].contains(name) ? number.text : "number"
    case .string(let text): return shape(text, named: name)
    // The double sends no notices, and a server may still be sending them.
    case .array where name == "messages": return "messages"
    // The double stores the sign-ins only.
    case .array where name == "activity": return "activity"
    // The server has dictionaries that the double does not have.
    case .array(let items) where name == "advice" && !items.isEmpty: return "advice"
    case .array(let items): return "[\(items.map { shape($0, named: name) }.joined(separator: ", "))]"
    case .object(let object):
      let hasOwnSentence = object["code"]?.string.map(Self.ownSentences.contains) ?? false
      let members = object.map { member in
        let isOwn = hasOwnSentence && ["detail", "error_description"].contains(member.key)
        return "\(member.key): \(isOwn ? "sentence" : shape(member.value, named: member.key))"
      }.sorted()
      return "{\(members.joined(separator: ", "))}"
    }
  }

  private func shape(_ text: String, named name: String) -> String {
    switch name {
    case "detail", "error_description":
      return "'\(general(text).replacing(#/\d+ seconds/#, with: "N seconds"))'"
    case "challenge", "user_handle": return "base64url of \((try? Base64URL.decode(text))?.count ?? -1)"
    case "nonce": return "base64 of \((try? Base64.decode(text))?.count ?? -1)"
    case "jti", "kid", "x", "y":
      return "base64url of \((try? Base64URL.decode(text))?.count ?? -1)"
    case "challenge_id": return "challenge"
    // The server seals its cursors.
    case "next_cursor": return "cursor"
    case "content": return "image"
    case "secret": return "base32 of \((try? Base32.decode(text, padded: false))?.count ?? -1)"
    case "qr_code": return text.hasPrefix("<svg ") ? "SVG" : "no SVG"
    case "recovery_codes": return text.replacing(#/[0-9A-HJKMNP-TV-Z]/#, with: "X")
    case "trace_id": return "hex of \((try? Hex.decode(text))?.count ?? -1)"
    case "refresh_token": return "\(text.prefix(4))… of \(text.utf8.count)"
    default: break
    }
    // Ids of credentials and users in WebAuthn's forms.
    if [22, 43].contains(text.utf8.count), let bytes = try? Base64URL.decode(text) {
      return "base64url of \(bytes.count)"
    }
    let parts = text.split(separator: ".").map(String.init)
    if parts.count == 3, let header = decoded(parts[0]), let claims = decoded(parts[1]) {
      let length = (try? Base64URL.decode(parts[2]))?.count ?? -1
      return "JWT(\(shape(header)), \(shape(claims)), \(length))"
    }
    return "'\(general(text))'"
  }

  private func decoded(_ part: String) -> JSONValue? {
    (try? Base64URL.decode(part)).flatMap { try? JSONParser.parse($0) }
  }

  private func general(_ text: String) -> String {
    text.replacing(origin, with: "ORIGIN").replacing(origin.dropFirst("http://".count), with: "AUTHORITY")
      .replacing(#/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#, with: "UUID")
      .replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/#, with: "TIME")
      .replacing(#/0x[0-9a-fA-F]{40}/#, with: "ADDRESS").replacing(#/\b[0-9a-f]{64}\b/#, with: "ACCOUNT")
      .replacing(#/Nonce: [1-9A-HJ-NP-Za-km-z]{40,44}/#, with: "NONCE")
      .replacing(#/secret=[A-Z2-7]{32}&/#, with: "secret=SECRET&")
      .replacing(#/cursor=[^&]+/#, with: "cursor=CURSOR")
      .replacing(#/\/v1\/photos\/[A-Za-z0-9_-]{22}/#, with: "/v1/photos/PHOTO")
      .replacing(#/dwg_[A-Za-z0-9_-]{75}/#, with: "GUEST-SECRET")
  }
}
