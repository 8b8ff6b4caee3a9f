package import DoorwardStore

/// An event of the delivery, for the log. It contains no address in full, no secret, and no text of another server.
package enum DeliveryEvent: Sendable {
  /// An attempt has ended, and the store has its result.
  case attempted(QueuedMessage, DeliveryResult)
  /// An attempt has ended after the message was cancelled or removed, or after its lease, so that another process has claimed
  /// the message and may have sent it again.
  case late(QueuedMessage)
  /// No message of a channel can be sent until the operator has corrected the settings. Reported when it begins.
  case misconfigured(DeliveryChannel, code: String)
  /// Messages became useless before they were sent.
  case expired(DeliveryChannel, count: Int)
  /// The store could not be read or written. The delivery continues when the store works again.
  case storeFailed
}

extension DeliveryEvent: CustomStringConvertible {
  /// One line for the log.
  package var description: String {
    switch self {
    case .attempted(let message, let result):
      "\(Self.name(message)): \(Self.text(result)), attempt \(message.attempts)"
    case .late(let message):
      "\(Self.name(message)): cancelled, or claimed by another process, during the attempt"
    case .misconfigured(let channel, let code):
      "no \(channel.rawValue) can be sent (\(code)): correct the settings, messages wait until they expire"
    case .expired(let channel, let count):
      "\(count) \(count == 1 ? "message" : "messages") by \(channel.rawValue) expired before sending"
    case .storeFailed: "the messages in the store cannot be read or written"
    }
  }

  /// Whether the operator must act, or may have to.
  package var isProblem: Bool {
    switch self {
    case .attempted(_, .delivered), .attempted(_, .withheld): false
    default: true
    }
  }

  private static func name(_ message: QueuedMessage) -> String {
    let recipient = try? Recipient(message.channel, message.recipient)
    return "message \(message.id.text) (\(message.kind)) to \(recipient?.masked ?? "an address")"
  }

  private static func text(_ result: DeliveryResult) -> String {
    switch result {
    case .delivered(let note): "delivered (\(note.code))"
    case .postponed(_, let note): "postponed (\(note.code))"
    case .failed(let note): "failed (\(note.code))"
    case .expired(let note): "expired (\(note.code))"
    case .withheld: "not sent, because the address belongs to no user"
    }
  }
}
