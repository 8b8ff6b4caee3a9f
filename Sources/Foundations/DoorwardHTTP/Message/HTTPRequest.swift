public import DoorwardHTTPTypes

/// A complete request from the transport. Its size and syntax are checked; its content is not.
///
/// An ``HTTPService`` adds the id and the address of the client, and its ``Router`` the values of the route.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The original path, still percent-encoded. It starts with "/", or is "*" for `OPTIONS *`.
  public var path: String
  /// The original text after "?"; `nil` if there is no "?".
  public var query: String?
  /// The scheme and authority of a target in absolute form, as `http://example.com`; `nil` for a path.
  public var targetOrigin: String?
  /// The header fields.
  public var fields: HTTPFields
  /// The whole body.
  public var body: [UInt8]
  /// The peer of the socket, which may be a proxy; see ``clientAddress``.
  public let peer: IPAddress
  /// The address of the client: the peer, or the address that a trusted proxy reports, set by the ``HTTPService``.
  public var clientAddress: IPAddress
  /// 32 lower-case hexadecimal digits that identify this request in logs and problems, set by the ``HTTPService``.
  public var traceID = ""
  /// The moment at which the service received the complete request, or its head if the body is not read yet.
  public internal(set) var start = ContinuousClock.now
  /// The decoded path parameters, set by the ``Router``.
  public var pathParameters: [String: String] = [:]
  /// The route that answers the request, set by the ``Router``; `nil` before, and if there is none.
  package internal(set) var route: RouteDeclaration?
  /// The limits that the route declares.
  package var limits: [RouteLimit] { route?.limits ?? [] }

  /// The method and path of a refused request if the transport could not read them.
  public static let unreadable = "-"

  public init(
    method: HTTPMethod, path: String, query: String? = nil, fields: HTTPFields = [:], body: [UInt8] = [],
    peer: IPAddress = .loopback
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.peer = peer
    clientAddress = peer
  }

  /// The request without its body.
  var head: HTTPRequest {
    var head = self
    head.body = []
    return head
  }

  /// The query as names and values.
  /// - Throws: ``Problem`` (400 `malformed_query`) if the query is not form-encoded UTF-8.
  public var queryItems: FormURLEncoded {
    get throws(Problem) {
      do {
        return try FormURLEncoded.parse(query ?? "")
      } catch {
        throw Problem(status: 400, code: "malformed_query", detail: error.reason)
      }
    }
  }

  /// The cookies of every `Cookie` line.
  public var cookies: RequestCookies {
    RequestCookies(fields.values(for: "Cookie"))
  }
}

/// The cookies of a request (RFC 6265 §5.4).
public struct RequestCookies: Sendable {
  private var values: [String: String?] = [:]

  /// - Parameter lines: The value of each `Cookie` line. A part that is not `name=value` is ignored.
  public init(_ lines: [String]) {
    for line in lines {
      for pair in line.split(separator: ";").prefix(128) {
        let pair = trimmingOptionalWhitespace(pair)
        guard let equals = pair.firstIndex(of: "=") else { continue }
        let name = String(trimmingOptionalWhitespace(pair[..<equals]))
        let value = String(trimmingOptionalWhitespace(pair[pair.index(after: equals)...]))
        guard isToken(name) else { continue }
        if let known = values[name], known != value {
          values[name] = .some(nil)
        } else {
          values[name] = value
        }
      }
    }
  }

  /// The value of a cookie; `nil` if it is missing, or occurs twice with different values. Another subdomain may
  /// have set one of the two values, and the server cannot know which one is its own.
  public subscript(name: String) -> String? {
    values[name] ?? nil
  }
}

/// A limit of requests. The program defines the names.
package struct RouteLimit: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}
