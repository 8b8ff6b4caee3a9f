import DoorwardCommandLine
import DoorwardServer
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes events as JSON Lines.
enum AuditExportCommand: Command {
  static let words = ["audit", "export"]
  static let summary = "print events, one JSON object per line, the oldest first"
  static let synopsis = "[OPTION…]"
  static let options =
    [
      CommandOption("since", value: "TIME", "events at this time or later, in RFC 3339 form"),
      CommandOption("until", value: "TIME", "events before this time"),
      CommandOption("type", value: "TYPES", "only events of these types, separated by commas"),
      CommandOption("user", value: "USER", "only events about a user: the id, or an address or a user name"),
    ] + ConfigurationOptions.all
  static let discussion = """
    The output has the addresses of clients, and no secrets. The server may run at the same time. docs/events.md
    lists the types and their members. A deleted user can be named by id.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    var filter = Administration.EventFilter()
    filter.since = try time("since", arguments)
    filter.until = try time("until", arguments)
    filter.types = try types(arguments["type"])
    let configuration = try ConfigurationOptions.configuration(arguments)
    return try await Administration.using(configuration) { [filter] administration in
      var filter = filter
      if let name = arguments["user"] {
        guard let user = try await administration.userOfEvents(name) else {
          Output.fail("there is no such user")
          return .refused
        }
        filter.user = user
      }
      try await administration.exportEvents(filter) { Output.json($0) }
      return .done
    }
  }

  private static func time(_ name: String, _ arguments: CommandArguments) throws(UsageError) -> Date? {
    guard let text = arguments[name] else { return nil }
    guard let time = try? Timestamp(rfc3339: text) else {
      throw UsageError(message: "--\(name) must be a time in RFC 3339 form, such as 2026-11-22T13:00:00Z")
    }
    return time.date
  }

  private static func types(_ text: String?) throws(UsageError) -> Set<EventType> {
    var types: Set<EventType> = []
    for name in text?.split(separator: ",") ?? [] {
      guard let type = EventType(rawValue: String(name)) else {
        throw UsageError(message: "--type: there is no event \(name); docs/events.md lists all")
      }
      types.insert(type)
    }
    return types
  }
}
