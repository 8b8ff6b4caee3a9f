import DoorwardDelivery
package import DoorwardHTTP
import DoorwardStore
import DoorwardWire
package import Encodings

/// What the members of a body change in a webhook. Commands have the same members as the calls.
package struct WebhookChanges: Sendable {
  /// The most bytes of a description.
  private static let noteBytes = 256
  private static let mostTypes = 100

  private let url: String?
  private let types: [String]?
  private let application: String?
  private let hasApplication: Bool
  private let note: String?
  private let includesClient: Bool?
  private let isEnabled: Bool?

  /// Reads and checks the members.
  ///
  /// `isApplication` tells whether the server has an application. `isDevelopment` allows http addresses of this machine.
  ///
  /// - Throws: `Problem` 400 `wrong_type`.
  package init(
    _ body: JSONObjectReader, isApplication: (String) -> Bool, inDevelopment isDevelopment: Bool
  ) throws(Problem) {
    url = try body.optionalText("url")
    if let url, !WebhookSender.allows(url, inDevelopment: isDevelopment) {
      throw Problem.wrongWebhook(
        "url",
        "must be an https URL of up to 2048 characters; in development also an http URL of this machine.")
    }
    types = try body.optionalTexts("types")
    if let unknown = types?.first(where: { !EventType.isFilter($0) }) {
      throw Problem.wrongWebhook("types", "has the unknown event \(unknown.prefix(64)).")
    }
    guard (types?.count ?? 0) <= Self.mostTypes else {
      throw Problem.wrongWebhook("types", "must have at most \(Self.mostTypes) values.")
    }
    application = try body.optionalText("application")
    if let application, !isApplication(application) {
      throw Problem.wrongWebhook("application", "names no application of the server.")
    }
    hasApplication = body.object.keys.contains("application")
    note = try body.optionalText("description")
    if let note, !WireLimits.isLine(note, upTo: Self.noteBytes) {
      throw Problem.wrongWebhook("description", "must be one line of up to \(Self.noteBytes) bytes.")
    }
    includesClient = try body.optionalFlag("include_client")
    isEnabled = try body.optionalFlag("enabled")
  }

  /// The settings of a new webhook.
  ///
  /// - Throws: `Problem` 400 `missing_member` if there is no address.
  package func settings(_ body: JSONObjectReader) throws(Problem) -> WebhookSettings {
    applied(to: WebhookSettings(url: try body.text("url")))
  }

  /// The settings after the changes.
  package func applied(to before: WebhookSettings) -> WebhookSettings {
    var settings = before
    settings.url = url ?? before.url
    settings.types = types ?? before.types
    if hasApplication { settings.application = application }
    settings.note = note ?? before.note
    settings.includesClient = includesClient ?? before.includesClient
    settings.isEnabled = isEnabled ?? before.isEnabled
    return settings
  }
}

extension Problem {
  /// A member of a webhook has a wrong value. `field` names the member, and the sentence begins with it.
  static func wrongWebhook(_ member: String, _ mistake: String) -> Problem {
    var problem = wrongWebhook("\(member) \(mistake)")
    problem.members = [Member("field", .string(member))]
    return problem
  }

  static func wrongWebhook(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.wrongType, detail: detail)
  }
}
