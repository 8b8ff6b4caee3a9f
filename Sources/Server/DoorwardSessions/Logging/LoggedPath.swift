package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardStore

/// Method and path as the log shows them. Text that a client made up is not shown.
///
/// A segment is shown if it is part of a route or has the form of an identifier. Any other segment may be a secret
/// that was put into the path by mistake, such as a user code or a token. It is shown as "…".
package struct LoggedPath: Sendable {
  private static let maximumSegments = 8
  private static let maximumMethod = 16

  private let known: Set<String>
  /// The routes without parameters, which are shown as they are.
  private let routes: Set<String>

  /// - Parameter router: the routes. The log shows their segments.
  package init(_ router: Router) {
    var known: Set<String> = ["", HTTPRequest.unreadable, "*"]
    for route in router.routes {
      for segment in route.pattern.split(separator: "/") where !segment.hasPrefix("{") {
        known.insert(String(segment))
      }
    }
    self.known = known
    routes = Set(router.routes.map(\.pattern).filter { !$0.contains("{") })
  }

  package func method(_ request: HTTPRequest) -> String {
    let method = request.method.rawValue
    return method.utf8.count <= Self.maximumMethod ? method : "\(method.prefix(Self.maximumMethod))…"
  }

  package func path(_ request: HTTPRequest) -> String {
    if routes.contains(request.path) { return request.path }
    let segments = request.path.split(
      separator: "/", maxSplits: Self.maximumSegments, omittingEmptySubsequences: false)
    let shown = segments.prefix(Self.maximumSegments).map { segment in
      let segment = String(segment)
      return known.contains(segment) || Identifier<Self>(segment) != nil ? segment : "…"
    }
    return shown.joined(separator: "/") + (segments.count > Self.maximumSegments ? "/…" : "")
  }
}
