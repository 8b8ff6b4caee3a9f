package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardStore
import DoorwardSystem
import DoorwardWire

/// The applications of a running server, by publishable id. They can be replaced while requests use them.
package final class ApplicationDirectory: Sendable {
  private struct Content {
    var standard: Application
    var applications: [String: Application]
    /// The server's own client for its administration.
    var dashboard: Application?

    init(_ standard: Application, _ others: [Application], _ dashboard: Application?) {
      self.standard = standard
      self.dashboard = dashboard
      applications = Dictionary(([standard] + others).map { ($0.id, $0) }) { first, _ in first }
    }
  }

  private let content: Monitor<Content>
  private let makeDashboard: @Sendable (Application) -> Application?

  /// - Parameters:
  ///   - standard: the default application.
  ///   - others: the other applications.
  ///   - dashboard: makes the server's own client for its administration from the default application. The client is not listed,
  ///     and only its id finds it.
  package init(
    _ standard: Application, _ others: [Application],
    dashboard: @escaping @Sendable (Application) -> Application? = { _ in nil }
  ) {
    makeDashboard = dashboard
    content = Monitor(Content(standard, others, dashboard(standard)))
  }

  /// Replaces every application.
  package func replace(_ standard: Application, _ others: [Application]) {
    let fresh = Content(standard, others, makeDashboard(standard))
    content.withLock { $0 = fresh }
  }

  /// The application of the hosted page, and of every call that names no application.
  package var standard: Application { content.withLock { $0.standard } }

  /// Every application, in the order of their ids.
  package var all: [Application] {
    content.withLock { $0.applications.values.sorted { $0.id < $1.id } }
  }

  /// The application with an id, also the client for the administration.
  package subscript(id: String) -> Application? {
    content.withLock { $0.dashboard?.id == id ? $0.dashboard : $0.applications[id] }
  }

  /// The application that a call names.
  ///
  /// - Throws: ``Problem`` 401 `unknown_application` if no application has this id.
  package func named(_ id: String?) throws(Problem) -> Application {
    guard let id else { return standard }
    // Users sign in to the administration in the browser only, so no call of an app names it.
    guard let application = content.withLock({ $0.applications[id] }) else { throw .unknownApplication }
    return application
  }

  /// Whether scripts of `origin` may call any application's API.
  package func lists(origin: String) -> Bool {
    content.withLock { $0.applications.values.contains { $0.origins.contains(origin) } }
  }
}
