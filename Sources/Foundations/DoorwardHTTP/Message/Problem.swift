public import DoorwardHTTPTypes
public import Encodings

/// An error response as a problem document (RFC 9457). Handlers throw it.
///
/// ```swift
/// throw Problem(status: 404, code: "no_such_session", detail: "There is no session with this id.")
/// ```
/// `type` is always `about:blank`, because the stable name of a problem is its `code` and the server has no page
/// for it. `title` is the phrase of the status (RFC 9457 §4.2.1) unless it is given.
public struct Problem: Error, Sendable, Equatable {
  /// The status, 400…599.
  public var status: Int
  /// The stable name that programs use to distinguish problems.
  public var code: String
  /// A short summary of the kind of problem; the phrase of the status if `nil`.
  public var title: String?
  /// A sentence for a person. It must not contain a secret, or reveal whether an account exists.
  public var detail: String
  /// Further members of the document, in order; the standard ones cannot be replaced.
  public var members: [Member]
  /// Header fields of the response, such as `WWW-Authenticate`, `Retry-After` and `Allow`.
  public var fields: HTTPFields
  /// The OAuth error, if neither the code nor the status implies it.
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

  /// Equality compares status and code only.
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

  /// The problem in the form of OAuth errors (RFC 6749 §5.2), with the additional members `code` and `trace_id`.
  ///
  /// ``oauthName`` is the error if it is set, and otherwise the code if it is an OAuth error. Otherwise the status
  /// gives the error: 401 is `invalid_client`, 500 is `server_error`, and 429 and 502…504 are
  /// `temporarily_unavailable`, because clients retry no other error. Every other status is `invalid_request`.
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
    // A refusal concerns one request, so a cache must not reuse it.
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
