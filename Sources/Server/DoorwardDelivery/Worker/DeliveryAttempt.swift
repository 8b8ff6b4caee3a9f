import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt to deliver a message that the caller has claimed.
struct DeliveryAttempt: Sendable {
  let outbox: Outbox
  let templates: MessageTemplates
  let senders: [DeliveryChannel: any MessageSender]
  let retries: RetrySchedule

  /// Sends the message and decides its result.
  func run(_ row: QueuedMessage) async -> Outcome {
    guard let message = try? outbox.message(of: row) else {
      return .failed(
        code: "unreadable", detail: "the content was sealed under another master key, or the row was changed")
    }
    guard message.handling != .withheld else { return Outcome(.withheld) }
    guard let sender = senders[row.channel] else {
      return .failed(code: "no_channel", detail: "the server has no settings for \(row.channel.rawValue)")
    }
    guard let content = templates.rendered(message) else {
      return .failed(code: "no_template", detail: "there is no template for this message")
    }
    let redaction = message.values.redaction
    switch await sender.send(message, content) {
    case .accepted(let note): return Outcome(.delivered(note.recorded(redaction)))
    case .refused(let note): return Outcome(.failed(note.recorded(redaction)))
    case .postponed(let note): return Outcome(retry(row, note.recorded(redaction)))
    case .misconfigured(let note):
      return Outcome(retry(row, note.recorded(redaction)), isMisconfigured: true)
    }
  }

  private func retry(_ row: QueuedMessage, _ note: DeliveryNote) -> DeliveryResult {
    let chance = Double((try? outbox.random.bytes(1))?.first ?? 128) / 255
    let next = retries.next(
      after: row.attempts, now: outbox.clock.now, expiry: row.expiresAt, chance: chance)
    return next.map { .postponed(until: $0, note) } ?? .expired(note)
  }

  /// The end of an attempt.
  struct Outcome: Sendable {
    let result: DeliveryResult
    /// Whether the settings of the channel must be corrected.
    let isMisconfigured: Bool

    static func failed(code: String, detail: String) -> Outcome {
      Outcome(.failed(DeliveryNote(code: code, detail: detail)))
    }

    init(_ result: DeliveryResult, isMisconfigured: Bool = false) {
      self.result = result
      self.isMisconfigured = isMisconfigured
    }
  }
}
