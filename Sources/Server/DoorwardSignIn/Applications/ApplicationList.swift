package import DoorwardSessions

/// The applications of a server.
package struct ApplicationList: Sendable {
  /// The id of the application of a server that lists none.
  package static let defaultID = "default"

  /// The default application.
  package let standard: Application
  package let others: [Application]
  /// The mistakes of the applications whose settings are refused, by their id.
  package let refused: [String: ConfigurationError]

  package var all: [Application] { [standard] + others }
  package var ids: [String] { all.map(\.id) }

  package init(standard: Application, others: [Application], refused: [String: ConfigurationError]) {
    let applications = ([standard] + others).withCommonPasswordRules
    self.standard = applications[0]
    self.others = Array(applications.dropFirst())
    self.refused = refused
  }
}
