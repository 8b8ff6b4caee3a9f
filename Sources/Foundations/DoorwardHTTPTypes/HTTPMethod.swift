/// A request method: a case-sensitive token (RFC 9110 §9.1).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The method, as in the request line.
  public let rawValue: String

  /// Any method token. An unknown method matches no route.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static var get: HTTPMethod { HTTPMethod(rawValue: "GET") }
  public static var head: HTTPMethod { HTTPMethod(rawValue: "HEAD") }
  public static var post: HTTPMethod { HTTPMethod(rawValue: "POST") }
  public static var put: HTTPMethod { HTTPMethod(rawValue: "PUT") }
  public static var patch: HTTPMethod { HTTPMethod(rawValue: "PATCH") }
  public static var delete: HTTPMethod { HTTPMethod(rawValue: "DELETE") }
  public static var options: HTTPMethod { HTTPMethod(rawValue: "OPTIONS") }

  public var description: String { rawValue }
}
