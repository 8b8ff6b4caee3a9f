package import DoorwardHTTP
import DoorwardStore
import DoorwardWire

/// The applications of this server, by publishable id.
package struct ApplicationDirectory: Sendable {
  private let applications: [String: Application]
  /// The application of the hosted page, and of every call that names no application.
  package let standard: Application

  /// Lists `applications`; the first is the default one. Returns nil if the list is empty.
  package init?(_ applications: [Application]) {
    guard let first = applications.first else { return nil }
    self.applications = Dictionary(applications.map { ($0.id, $0) }) { first, _ in first }
    standard = first
  }

  package subscript(id: String) -> Application? { applications[id] }

  /// The application that a call names.
  ///
  /// - Throws: ``Problem`` 401 `unknown_application` if no application has this id.
  package func named(_ id: String?) throws(Problem) -> Application {
    guard let id else { return standard }
    guard let application = applications[id] else {
      throw Problem(
        status: 401, code: WireCode.unknownApplication, detail: "No application has this publishable id.",
        fields: ["WWW-Authenticate": "Doorward"])
    }
    return application
  }

  /// Whether scripts of `origin` may call any application's API.
  package func lists(origin: String) -> Bool { applications.values.contains { $0.origins.contains(origin) } }
}
