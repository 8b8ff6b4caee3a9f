import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt to deliver a message that the caller has claimed.
struct DeliveryAttempt: Sendable {
  let queue: OutgoingQueue
  let templates: MessageTemplates
  let senders: [DeliveryChannel: any MessageSender]
  let retries: RetrySchedule

  /// Sends the message and decides what follows.
  func run(_ row: QueuedMessage) async -> DeliveryResult {
    guard let message = try? queue.message(of: row) else {
      return .failed(
        DeliveryNote(
          code: "unreadable", detail: "the content was sealed under another master key, or was changed"))
    }
    guard let sender = senders[row.channel] else {
      return .failed(
        DeliveryNote(code: "no_channel", detail: "the server has no settings for \(row.channel.rawValue)"))
    }
    guard let content = templates.rendered(message) else {
      return .failed(DeliveryNote(code: "no_template", detail: "there are no words for this message"))
    }
    let redaction = message.values.redaction
    switch await sender.send(message, content) {
    case .accepted(let note): return .delivered(note.recorded(redaction))
    case .refused(let note): return .failed(note.recorded(redaction))
    case .postponed(let note):
      let chance = Double((try? queue.random.bytes(1))?.first ?? 128) / 255
      let next = retries.next(
        after: row.attempts, now: queue.clock.now, expiry: row.expiresAt, chance: chance)
      guard let next else { return .expired(note.recorded(redaction)) }
      return .postponed(until: next, note.recorded(redaction))
    }
  }
}
