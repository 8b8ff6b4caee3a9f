package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// The configuration overrides the store. If the configuration lists no application, the default application is the
  /// one with the id `default`, in the store or built in. A command may run without the configuration of the server;
  /// then it uses the list that the server has written to the store.
  ///
  /// - Parameter stored: the applications in the store.
  /// - Returns: the applications in force, the default application first.
  package func effectiveApplications(besides stored: [ApplicationRecord]) -> [EffectiveApplication] {
    let settings = listedApplications ?? stored.filter { $0.source == .configuration }.map(\.settings)
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
  ///   - issuer: the issuer of tokens; nil if it is not known yet.
  ///   - known: the default application if the settings of the default application are refused.
  /// - Returns: the applications with all default values.
  /// - Throws: ``ConfigurationError`` if the default application is refused and none is known.
  package func applications(
    besides stored: [ApplicationRecord], origin: WebOrigin, issuer: WebOrigin?,
    default known: Application? = nil
  ) throws(ConfigurationError) -> ApplicationList {
    var standard = known
    var others: [Application] = []
    var refused: [String: ConfigurationError] = [:]
    let read = readApplications(besides: stored, origin: origin, issuer: issuer)
    for (index, (effective, result)) in read.enumerated() {
      do throws(ConfigurationError) {
        let application = try result.get()
        if index == 0 { standard = application } else { others.append(application) }
      } catch {
        let place = effective.source == .configuration ? "applications[\(index)]" : "\"\(effective.id)\""
        refused[effective.id] = error.inside(place)
      }
    }
    guard let standard else {
      throw refused[read[0].0.id] ?? ConfigurationError(.missingKey, key: "applications", "lists none")
    }
    return ApplicationList(standard: standard, others: others, refused: refused)
  }

  /// Reads the applications in force and reports the mistakes of each.
  ///
  /// - Parameters:
  ///   - stored: the applications in the store.
  ///   - origin: the account origin.
  ///   - issuer: the issuer of tokens; nil if it is not known yet.
  /// - Returns: the default application first, each with all default values or its mistakes.
  func readApplications(
    besides stored: [ApplicationRecord], origin: WebOrigin, issuer: WebOrigin?
  ) -> [(EffectiveApplication, Result<Application, ConfigurationError>)] {
    let reader = applicationReader(origin: origin)
    let effective = effectiveApplications(besides: stored)
    let audiences = AudienceRule(ids: Set(effective.map(\.id)), issuer: issuer)
    return effective.enumerated().map { index, application in
      do throws(ConfigurationError) {
        let found = try reader.read(application.settings, isDefault: index == 0)
        try audiences.check(found.audience)
        return (application, .success(found))
      } catch {
        return (application, .failure(error))
      }
    }
  }

  /// Refuses a listed application that does not fit the other applications or the issuer.
  ///
  /// - Parameter applications: the applications as read.
  /// - Throws: ``ConfigurationError``.
  func requireListed(in applications: ApplicationList) throws(ConfigurationError) {
    for settings in listedApplications ?? [] {
      if let id = settings["id"]?.string, let error = applications.refused[id] { throw error }
    }
  }

  /// Makes the reader of applications.
  ///
  /// - Parameter origin: the account origin.
  /// - Returns: the reader.
  package func applicationReader(origin: WebOrigin) -> ApplicationReader {
    ApplicationReader(origin: origin, isDevelopment: isDevelopment, settings: methods)
  }
}

extension StoreWriting {
  /// Removes applications from the store, and ends those that are not in force any more. The default application goes on with its
  /// built-in settings.
  func removeApplications(
    _ ids: [String], source: ApplicationRecord.Source, by configuration: ServerConfiguration, at now: Date
  ) throws {
    for id in ids { try removeApplication(id, source: source) }
    let left = Set(configuration.effectiveApplications(besides: try applications()).map(\.id))
    for id in ids where !left.contains(id) { try endApplication(id, at: now) }
  }
}
