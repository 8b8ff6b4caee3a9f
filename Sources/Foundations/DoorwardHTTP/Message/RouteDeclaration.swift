package import DoorwardHTTPTypes

/// A route, with what it declares about itself.
///
/// A ``Router`` lists the declarations of its routes, so that a test can compare them with a document.
package struct RouteDeclaration: Sendable, Hashable {
  package let method: HTTPMethod
  package let pattern: String
  /// The method and the pattern, as in `GET /v1/passkeys/{id}`.
  package var name: String { "\(method) \(pattern)" }
  /// The caller that the route expects; `nil` if the route does not declare it.
  package let caller: RouteCaller?
  /// The limits that the route counts its requests against. A route can count no others.
  package let limits: [RouteLimit]
  /// The module that adds the route.
  package let module: String

  /// A route of a file: `Module/File.swift`.
  init(
    _ method: HTTPMethod, _ pattern: String, by caller: RouteCaller? = nil, limits: [RouteLimit] = [],
    file: String = ""
  ) {
    self.method = method
    self.pattern = pattern
    self.caller = caller
    self.limits = limits
    module = String(file.prefix { $0 != "/" })
  }
}

/// The kind of caller that a route expects. The program defines the names.
package struct RouteCaller: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}
