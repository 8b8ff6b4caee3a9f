package import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
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

/// Combines the applications that the configuration lists with those in the store.
///
/// The configuration overrides the store. If the configuration lists no application, the default application is the one with the
/// id `default`, in the store or built in.
package struct ApplicationSources: Sendable {
  /// The settings that the configuration lists. A command may run without the configuration of the server; then this is nil, and
  /// the list that the server has written to the store is used.
  private let listed: [JSONObject]?
  private let reader: ApplicationReader

  /// - Parameters:
  ///   - listed: the settings of the applications that the configuration lists.
  ///   - reader: reads the settings of an application.
  package init(listed: [JSONObject]?, reader: ApplicationReader) {
    self.listed = listed
    self.reader = reader
  }

  /// The applications in force, the default application first.
  ///
  /// - Parameter stored: the applications in the store.
  /// - Returns: their settings.
  package func effective(besides stored: [ApplicationRecord]) -> [EffectiveApplication] {
    let settings = listed ?? stored.filter { $0.source == .configuration }.map(\.settings)
    let configured = settings.map {
      EffectiveApplication(id: $0["id"]?.string ?? "", settings: $0, source: .configuration)
    }
    var others = stored.filter { record in
      record.source == .store && !configured.contains { $0.id == record.id }
    }.map { EffectiveApplication(id: $0.id, settings: $0.settings, source: .store) }
    guard configured.isEmpty else { return configured + others }
    let id = ApplicationList.defaultID
    let standard = others.firstIndex { $0.id == id }.map { others.remove(at: $0) }
    return [standard ?? EffectiveApplication(id: id, settings: ["id": .string(id)], source: .builtIn)]
      + others
  }

  /// Reads the applications in force.
  ///
  /// - Parameters:
  ///   - stored: the applications in the store.
  ///   - issuer: the issuer of tokens; nil if it is not known yet.
  ///   - known: the default application if the settings of the default application are refused.
  /// - Returns: the applications with all default values.
  /// - Throws: ``ConfigurationError`` if the default application is refused and none is known.
  package func applications(
    besides stored: [ApplicationRecord], issuer: WebOrigin?, default known: Application? = nil
  ) throws(ConfigurationError) -> ApplicationList {
    var standard = known
    var others: [Application] = []
    var refused: [String: ConfigurationError] = [:]
    let read = read(besides: stored, issuer: issuer)
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
  ///   - issuer: the issuer of tokens; nil if it is not known yet.
  /// - Returns: the default application first, each with all default values or its mistakes.
  package func read(
    besides stored: [ApplicationRecord], issuer: WebOrigin?
  ) -> [(EffectiveApplication, Result<Application, ConfigurationError>)] {
    let effective = effective(besides: stored)
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

  /// Reads the settings of one application.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - isDefault: whether the hosted page belongs to the application.
  /// - Returns: the application with all default values.
  /// - Throws: ``ConfigurationError``: the first mistake, with all others.
  package func read(_ settings: JSONObject, isDefault: Bool) throws(ConfigurationError) -> Application {
    try reader.read(settings, isDefault: isDefault)
  }

  /// Refuses a listed application that does not fit the other applications or the issuer.
  ///
  /// - Parameter applications: the applications as read.
  /// - Throws: ``ConfigurationError``.
  package func requireListed(in applications: ApplicationList) throws(ConfigurationError) {
    for settings in listed ?? [] {
      if let id = settings["id"]?.string, let error = applications.refused[id] { throw error }
    }
  }

  /// Removes applications from the store, and ends those that are not in force any more. The default application goes on with its
  /// built-in settings.
  ///
  /// - Throws: ``StoreError``.
  package func remove(
    _ ids: [String], source: ApplicationRecord.Source, at now: Date, in transaction: any StoreWriting
  ) throws {
    for id in ids { try transaction.removeApplication(id, source: source) }
    let left = Set(effective(besides: try transaction.applications()).map(\.id))
    for id in ids where !left.contains(id) { try transaction.endApplication(id, at: now) }
  }
}
