package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
package import Encodings

/// The settings of an application in force, with their source.
package struct EffectiveApplication: Sendable {
  package let id: String
  package let settings: JSONObject
  package let source: Source

  package enum Source: String, Sendable {
    /// The configuration lists the application.
    case configuration
    /// The store has the application.
    case store
    /// Neither the configuration nor the store has an application with the default id.
    case builtIn = "built_in"
  }
}

extension ServerConfiguration {
  /// Combines the applications of the configuration and of the store.
  ///
  /// The configuration overrides the store. If the configuration lists no application, the list that another process
  /// has written to the store takes its place. If there is none either, the default application is the one with the id
  /// `default`, in the store or built in.
  ///
  /// - Parameter stored: the applications in the store.
  /// - Returns: the applications in force, the default application first.
  package func effectiveApplications(besides stored: [ApplicationRecord]) -> [EffectiveApplication] {
    let settings =
      listedApplications ?? stored.filter { $0.source == .configuration }.map(\.settings)
    let listed = settings.map {
      EffectiveApplication(id: $0["id"]?.string ?? "", settings: $0, source: .configuration)
    }
    var others = stored.filter { record in
      record.source == .store && !listed.contains { $0.id == record.id }
    }.map { EffectiveApplication(id: $0.id, settings: $0.settings, source: .store) }
    guard listed.isEmpty else { return listed + others }
    let id = ApplicationList.defaultID
    let standard = others.firstIndex { $0.id == id }.map { others.remove(at: $0) }
    return [standard ?? EffectiveApplication(id: id, settings: ["id": .string(id)], source: .builtIn)]
      + others
  }

  /// Reads the applications in force.
  ///
  /// - Parameters:
  ///   - stored: the applications in the store.
  ///   - origin: the account origin.
  ///   - unreadable: takes an application of the store whose settings this version of the server refuses. The list
  ///     omits the application.
  /// - Returns: the applications with all default values.
  /// - Throws: ``ConfigurationError`` if the default application is refused.
  package func applications(
    besides stored: [ApplicationRecord], origin: WebOrigin,
    unreadable: (String, ConfigurationError) -> Void = { _, _ in }
  ) throws(ConfigurationError) -> ApplicationList {
    let reader = applicationReader(origin: origin)
    let effective = effectiveApplications(besides: stored)
    var read: [Application] = []
    for (index, application) in effective.enumerated() {
      do {
        read.append(try reader.read(application.settings, isDefault: index == 0))
      } catch {
        guard index > 0 else { throw error }
        unreadable(application.id, error)
      }
    }
    return ApplicationList(standard: read[0], others: Array(read.dropFirst()))
  }

  /// Makes the reader of applications.
  ///
  /// - Parameter origin: the account origin.
  /// - Returns: the reader.
  package func applicationReader(origin: WebOrigin) -> ApplicationReader {
    ApplicationReader(origin: origin, isDevelopment: isDevelopment, settings: methods)
  }

  /// Refuses an audience of a listed application that would make access tokens look like tokens of another kind.
  ///
  /// - Parameter origin: the issuer; nil if it is not known yet.
  /// - Throws: ``ConfigurationError`` `invalid_value`.
  func checkAudiences(besides origin: WebOrigin?) throws(ConfigurationError) {
    let applications = try applications(besides: [], origin: origin ?? derivedOrigin)
    for (index, application) in applications.all.enumerated() {
      guard let flaw = applications.flaw(ofAudience: application.audience, besides: origin) else { continue }
      throw ConfigurationError(.invalidValue, key: "applications[\(index)].audience", flaw)
    }
  }
}
