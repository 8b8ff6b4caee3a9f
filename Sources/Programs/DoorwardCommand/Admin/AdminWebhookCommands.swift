import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// The options that several commands on webhooks share.
private enum WebhookOptions {
  static let settings = [
    CommandOption(
      "type", value: "TYPES", "types of events, or beginnings such as user., with commas (default: all)"),
    CommandOption("application", value: "ID", "only events about this application"),
    CommandOption("description", value: "TEXT", "a note"),
    CommandOption("include-client", value: "BOOL", "true: events have the device and the network"),
  ]

  /// The members of a body, from the options.
  static func body(_ arguments: CommandArguments) throws(UsageError) -> JSONObject {
    var body = JSONObject()
    for name in ["url", "application", "description"] {
      body[name] = arguments[name].map(JSONValue.string)
    }
    if let types = arguments["type"] {
      body["types"] = .strings(types.split(separator: ",").map(String.init))
    }
    body["include_client"] = try flag("include-client", arguments)
    body["enabled"] = try flag("enabled", arguments)
    return body
  }

  private static func flag(_ name: String, _ arguments: CommandArguments) throws(UsageError) -> JSONValue? {
    switch arguments[name] {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw UsageError(message: "--\(name) must be true or false")
    }
  }

  /// Says the result of an act, or that there is no such webhook.
  static func finish(_ isDone: Bool, _ id: String, _ result: EscapedText) -> ExitStatus {
    guard isDone else {
      Output.fail("there is no webhook \(id)")
      return .refused
    }
    Output.say(result)
    return .done
  }
}

/// Adds a webhook and shows its secret once.
enum AdminWebhookAddCommand: Command {
  static let words = ["admin", "webhook", "add"]
  static let summary = "send events to an address, and print the secret of the signatures once"
  static let synopsis = "URL [OPTION…]"
  static let options = WebhookOptions.settings + ConfigurationOptions.all
  static let discussion = "docs/webhooks.md has the form of the requests, docs/events.md the types of events."

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    var body = try WebhookOptions.body(arguments)
    body["url"] = .string(arguments.operands[0])
    let (webhook, secret) = try await Administration.using(
      ConfigurationOptions.configuration(arguments), making: true
    ) { [body] in
      try await $0.addWebhook(body)
    }
    Output.say("Webhook \(webhook.id). Its secret is not shown again:")
    Output.line("\(secret)")
    return .done
  }
}

/// Lists the webhooks without their secrets.
enum AdminWebhookListCommand: Command {
  static let words = ["admin", "webhook", "list"]
  static let summary = "list the webhooks"
  static let synopsis = ""
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let rows = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.webhooks().map { JSONValue.object($0.json) }
    }
    var listing = Listing(
      [
        .init("ID", "id"), .init("URL", "url", isFlexible: true), .init("TYPES", "types", isFlexible: true),
        .init("ENABLED", "enabled"), .init("FAILING", "failing_since"), .init("CREATED", "created_at"),
      ], of: "webhook")
    listing.write(rows)
    return .done
  }
}

/// Changes a webhook.
enum AdminWebhookSetCommand: Command {
  static let words = ["admin", "webhook", "set"]
  static let summary = "change, enable or disable a webhook"
  static let synopsis = "ID [OPTION…]"
  static let options =
    [
      CommandOption("url", value: "URL", "the address"),
      CommandOption("enabled", value: "BOOL", "false: send no events, and end the waiting deliveries"),
    ] + WebhookOptions.settings + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let (id, body) = (arguments.operands[0], try WebhookOptions.body(arguments))
    guard !body.isEmpty else {
      throw UsageError(message: "give at least one option that changes the webhook")
    }
    let isChanged = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.changeWebhook(id, body)
    }
    return WebhookOptions.finish(isChanged, id, "The webhook \(id) is changed.")
  }
}

/// Removes a webhook.
enum AdminWebhookRemoveCommand: Command {
  static let words = ["admin", "webhook", "remove"]
  static let summary = "remove a webhook and its deliveries"
  static let synopsis = "ID"
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let isRemoved = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.removeWebhook(id)
    }
    return WebhookOptions.finish(isRemoved, id, "The webhook \(id) is removed.")
  }
}

/// Replaces the secret of a webhook and shows the new one once.
enum AdminWebhookSecretCommand: Command {
  static let words = ["admin", "webhook", "secret"]
  static let summary = "replace the secret of a webhook, and print the new one once"
  static let synopsis = "ID"
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let secret = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.replaceWebhookSecret(of: id)
    }
    let status = WebhookOptions.finish(
      secret != nil, id, "Events are signed with both secrets for a day. The new one is not shown again:")
    if let secret { Output.line("\(secret)") }
    return status
  }
}

/// Sends a test event to a webhook.
enum AdminWebhookTestCommand: Command {
  static let words = ["admin", "webhook", "test"]
  static let summary = "send a test event to a webhook"
  static let synopsis = "ID"
  static let options = ConfigurationOptions.all
  static let discussion =
    "A running server sends it. `doorward admin webhook deliveries ID` shows the answer."

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let isStored = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.testWebhook(id)
    }
    return WebhookOptions.finish(isStored, id, "The event webhook.tested is stored.")
  }
}

/// Lists the deliveries to a webhook.
enum AdminWebhookDeliveriesCommand: Command {
  static let words = ["admin", "webhook", "deliveries"]
  static let summary = "list the newest deliveries to a webhook, with the answers"
  static let synopsis = "ID [--state STATE] [--limit NUMBER]"
  static let options =
    [
      CommandOption("state", value: "STATE", "only those that are waiting, delivered or failed"),
      CommandOption("limit", value: "NUMBER", "the most deliveries, 1 to 1000 (default: 100)"),
    ] + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let state = arguments["state"].flatMap(WebhookDelivery.State.init(rawValue:))
    guard arguments["state"] == nil || state != nil else {
      throw UsageError(message: "--state must be waiting, delivered or failed")
    }
    let limit = try UserOptions.number("limit", arguments, in: 1...1000, default: 100)
    let rows = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.webhookDeliveries(to: id, in: state, limit: limit)?.map { JSONValue.object($0.json) }
    }
    guard let rows else { return WebhookOptions.finish(false, id, "") }
    var listing = Listing(
      [
        .init("EVENT", "event_id"), .init("TYPE", "type"), .init("STATE", "state"),
        .init("ATTEMPTS", "attempts"), .init("STATUS", "status"), .init("CODE", "code"),
        .init("ANSWER", "answer", isFlexible: true),
      ], of: "delivery")
    listing.write(rows)
    return .done
  }
}

/// Sends past events to a webhook again.
enum AdminWebhookReplayCommand: Command {
  static let words = ["admin", "webhook", "replay"]
  static let summary = "send one event, or the events since a time, to a webhook again"
  static let synopsis = "ID (--event ID | --from TIME)"
  static let options =
    [
      CommandOption("event", value: "ID", "the event of one delivery"),
      CommandOption("from", value: "TIME", "events at this time or later, in RFC 3339 form"),
    ] + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let configuration = try ConfigurationOptions.configuration(arguments)
    switch (arguments["event"], arguments["from"]) {
    case (let event?, nil):
      let isDue = try await Administration.using(configuration) {
        try await $0.retryWebhook(id, event: event)
      }
      guard isDue else {
        Output.fail("the webhook \(id) has no delivery of the event \(event)")
        return .refused
      }
      Output.say("The event is sent again.")
      return .done
    case (nil, let text?):
      guard let start = try? Timestamp(rfc3339: text) else {
        throw UsageError(message: "--from must be a time in RFC 3339 form, such as 2026-11-22T13:00:00Z")
      }
      let replayed = try await Administration.using(configuration) {
        try await $0.replayWebhook(id, from: start.date)
      }
      guard let replayed else { return WebhookOptions.finish(false, id, "") }
      let rest = replayed.next.map { " There are more: continue with --from \(Timestamp($0).rfc3339)." } ?? ""
      Output.say("\(replayed.count) events are sent again.\(rest)")
      return .done
    default: throw UsageError(message: "give either --event or --from")
    }
  }
}
