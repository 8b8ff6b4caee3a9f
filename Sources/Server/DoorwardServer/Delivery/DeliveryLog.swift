import DoorwardDelivery
import DoorwardSessions
import DoorwardStore
import Encodings

extension Metrics {
  /// Counts an attempt to deliver a message.
  func count(_ event: DeliveryEvent) {
    switch event {
    case .attempted(let message, let result): count(.deliveries, [message.channel.rawValue, result.name])
    case .late(let message): count(.deliveries, [message.channel.rawValue, "late"])
    case .expired(let channel, let number):
      count(.deliveries, [channel.rawValue, "expired"], by: Int64(number))
    case .misconfigured, .storeFailed: break
    }
  }
}

extension DeliveryResult {
  fileprivate var name: String {
    switch self {
    case .delivered: "delivered"
    case .postponed: "postponed"
    case .failed: "failed"
    case .expired: "expired"
    case .withheld: "withheld"
    }
  }
}

extension Logger {
  /// Writes an event of the delivery, without addresses and without texts of other servers.
  func log(_ event: DeliveryEvent) {
    switch event {
    case .attempted(let message, let result): log(message, result)
    case .late(let message):
      log(.warning, "message attempt ended after its lease or a cancellation", Self.members(message))
    case .misconfigured(let channel, let code):
      var members: JSONObject = ["channel": .string(channel.rawValue)]
      Self.add(code, channel, to: &members)
      log(.error, "messages cannot be sent until the settings are corrected", members)
    case .expired(let channel, let count):
      log(
        .warning, "messages expired before sending",
        ["channel": .string(channel.rawValue), "count": .integer(Int64(count))])
    case .storeFailed: log(.error, "the messages in the store cannot be read or written")
    }
  }

  private func log(_ message: QueuedMessage, _ result: DeliveryResult) {
    var members = Self.members(message)
    switch result {
    case .delivered(let note):
      members["code"] = .string(note.code)
      log(.info, "message delivered", members)
    case .postponed(let next, let note):
      Self.add(note.code, message.channel, to: &members)
      members["next_attempt_at"] = .string(Timestamp(next).rfc3339)
      log(.warning, "message postponed", members)
    case .failed(let note):
      Self.add(note.code, message.channel, to: &members)
      log(.warning, "message failed", members)
    case .expired(let note):
      Self.add(note.code, message.channel, to: &members)
      log(.warning, "message expired", members)
    case .withheld: log(.info, "message not sent, because the address belongs to no user", members)
    }
  }

  /// Adds the code of a failure and the settings that would prevent it.
  private static func add(_ code: String, _ channel: DeliveryChannel, to members: inout JSONObject) {
    members["code"] = .string(code)
    members["remedy"] = DeliveryRemedy.text(channel, code).map(JSONValue.string)
  }

  private static func members(_ message: QueuedMessage) -> JSONObject {
    [
      "message_id": .string(message.id.text), "kind": .string(message.kind),
      "channel": .string(message.channel.rawValue), "application": .string(message.applicationID),
      "attempt": .integer(message.attempts),
    ]
  }
}
