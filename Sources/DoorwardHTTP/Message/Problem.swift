public import Encodings

/// A refusal that knows how to say itself (RFC 9457): throw it from a handler.
///
/// ```swift
/// throw Problem(status: 404, code: "no_such_session", detail: "There is no session of that id.")
/// ```
/// `type` is always `about:blank`: the stable name of a problem is its `code`, and a URI nobody serves would
/// be a promise broken. `title` is then the phrase of the status (RFC 9457 §4.2.1) unless given.
public struct Problem: Error, Sendable, Equatable {
  /// The status, 400…599.
  public var status: Int
  /// The stable name programs tell problems apart by.
  public var code: String
  /// A short summary of the kind of problem; the status's phrase when `nil`.
  public var title: String?
  /// A sentence for a person; never a secret, never a hint whether an account exists.
  public var detail: String
  /// Further members of the document, in order; the standard ones cannot be replaced.
  public var members: [Member]
  /// Header fields that belong to the refusal: `WWW-Authenticate`, `Retry-After`, `Allow`.
  public var fields: HTTPFields
  /// What OAuth calls it, where neither the code nor the status says so.
  public var oauthName: String?

  /// A member of the document beyond the standard ones.
  public struct Member: Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  public init(
    status: Int, code: String, title: String? = nil, detail: String, members: [Member] = [],
    fields: HTTPFields = [:]
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.members = members
    self.fields = fields
  }

  /// Equality looks at status and code alone.
  public static func == (left: Problem, right: Problem) -> Bool {
    left.status == right.status && left.code == right.code
  }

  /// The problem as `application/problem+json`.
  public func response(traceID: String) -> HTTPResponse {
    render(
      [
        ("type", "about:blank"), ("title", .string(title ?? reasonPhrase(status))),
        ("status", .integer(status)), ("detail", .string(detail)), ("code", .string(code)),
        ("trace_id", .string(traceID)),
      ], contentType: "application/problem+json")
  }

  /// The problem in the form OAuth clients read (RFC 6749 §5.2), `code` and `trace_id` beside.
  ///
  /// A problem whose code is an OAuth error keeps it, unless ``oauthName`` says another. Else the status stands
  /// for one: 401 is `invalid_client`, 500 `server_error`, 429 and 502…504 `temporarily_unavailable`, since a
  /// client gives up on all else, which is `invalid_request`.
  public func oauthResponse(traceID: String) -> HTTPResponse {
    render(
      [
        ("error", .string(oauthError)), ("error_description", .string(oauthDescription)),
        ("code", .string(code)), ("trace_id", .string(traceID)),
      ], contentType: "application/json")
  }

  private func render(_ standard: [(String, JSONValue)], contentType: String) -> HTTPResponse {
    let names = Set(standard.map(\.0))
    let extra = members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) }
    var response = HTTPResponse(
      status: status, contentType: contentType,
      body: JSONValue.object(JSONObject(standard + extra)).serialized())
    response.problemCode = code
    // A refusal is about this request: no cache may answer another one with it.
    response.fields.append("Cache-Control", "no-store")
    for field in fields { response.fields.append(field.name, field.value) }
    return response
  }

  private var oauthError: String {
    if let oauthName { return oauthName }
    if Self.oauthErrors.contains(code) { return code }
    return switch status {
    case 401: "invalid_client"
    case 500: "server_error"
    case 429, 502...504: "temporarily_unavailable"
    default: "invalid_request"
    }
  }

  /// `error_description` is confined to printable ASCII without `"` and `\` (RFC 6749 §5.2).
  private var oauthDescription: String {
    String(
      decoding: detail.unicodeScalars.map { scalar -> UInt8 in
        switch scalar {
        case "\"", "\\": UInt8(ascii: "'")
        case " "..."~": UInt8(truncatingIfNeeded: scalar.value)
        default: UInt8(ascii: "?")
        }
      }, as: UTF8.self)
  }

  /// RFC 6749 §5.2, RFC 7009 §2.2.1, RFC 8628 §3.5.
  private static let oauthErrors: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "invalid_scope", "unsupported_token_type", "authorization_pending",
    "slow_down", "access_denied", "expired_token",
  ]
}
