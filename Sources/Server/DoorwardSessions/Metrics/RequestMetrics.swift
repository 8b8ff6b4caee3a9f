package import DoorwardHTTP
import DoorwardHTTPTypes

/// Counts each answered request by its route.
package struct RequestMetrics: ResponseStep {
  /// The route of requests that have none, and of those that were refused before their route was found.
  private static let noRoute = "none"

  private let metrics: Metrics

  package init(_ metrics: Metrics) { self.metrics = metrics }

  package func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
    let route = request.route?.pattern ?? Self.noRoute
    // A client can make up methods. Those of routes are known.
    let method = request.route?.method.rawValue ?? Self.noRoute
    metrics.count(.requests, [method, route, "\(response.status)"])
    metrics.observe(.requestDuration, labels: [route], duration: ContinuousClock.now - request.start)
  }
}
