import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parameters of a list of events.
struct EventListRequest: Sendable {
  private enum Parameter: String, CaseIterable {
    case type, user, actor, application, from, until, cursor, limit
  }

  /// Names of types. One that ends with a dot stands for all names that begin with it.
  let types: [String]
  let user: User.ID?
  /// The id of the party that has acted.
  let actor: String?
  let application: String?
  let from: Date?
  let until: Date?
  let cursor: String?
  let limit: Int

  /// Reads the query of a call. A parameter without a value counts as omitted.
  ///
  /// - Throws: `Problem` 400 `invalid_filter`, `invalid_cursor` or `invalid_limit`.
  init(_ query: FormURLEncoded) throws(Problem) {
    try query.requireFilters { Parameter(rawValue: $0) != nil }
    types = query.values(for: Parameter.type.rawValue).filter { !$0.isEmpty }
    for type in types where !EventType.isFilter(type) {
      throw Problem.invalidFilter("There is no event \(type.prefix(64)).")
    }
    user = try Self.text(.user, query).map { text throws(Problem) in
      guard let id = User.ID(text) else { throw Problem.invalidFilter("user must be the id of a user.") }
      return id
    }
    actor = try Self.text(.actor, query)
    application = try Self.text(.application, query)
    from = try Self.time(.from, query)
    until = try Self.time(.until, query)
    cursor = try Self.text(.cursor, query)
    limit = try ListLimit.read(query)
  }

  /// The filters, to which a cursor is bound.
  var list: [String] {
    ["events"] + types
      + [
        user?.text ?? "", actor ?? "", application ?? "", from.map { Timestamp($0).rfc3339 } ?? "",
        until.map { Timestamp($0).rfc3339 } ?? "",
      ]
  }

  /// Whether an event of the time and the user that the store has found belongs to the list.
  func admits(_ event: RecordedEvent) -> Bool {
    (types.isEmpty || types.contains { EventType.matches(event.type, $0) })
      && (actor == nil || actor == event.actor.id)
      && (application == nil || application == event.subjects.application)
      && (until.map { event.at < $0 } ?? true)
  }

  private static func text(_ parameter: Parameter, _ query: FormURLEncoded) throws(Problem) -> String? {
    try query.filter(parameter.rawValue)
  }

  private static func time(_ parameter: Parameter, _ query: FormURLEncoded) throws(Problem) -> Date? {
    try text(parameter, query).map { text throws(Problem) in
      try Timestamp(text, ofFilter: parameter.rawValue).date
    }
  }
}
