package import DoorwardStore

/// Sends messages through a system that delivers them: a mail server, an SMS provider, or the console.
package protocol MessageSender: Sendable {
  /// The longest time that ``send(_:_:)`` takes. No other process may send the message before it has passed.
  var longestTime: Duration { get }

  /// Sends one message and waits for the answer of the system.
  ///
  /// - Returns: the answer.
  func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome

  /// Whether a message that is stored now would be sent. A sender without a budget sends all of them.
  ///
  /// `handling` is the budget that the message may use.
  ///
  /// - Returns: false if the budget is used up.
  /// - Throws: ``StoreError``.
  func hasBudget(for recipient: Recipient, _ handling: OutgoingMessage.Handling) async throws -> Bool
}

extension MessageSender {
  package func hasBudget(
    for recipient: Recipient, _ handling: OutgoingMessage.Handling
  ) async throws -> Bool { true }
}

/// The answer of a system that delivers messages.
package enum SendingOutcome: Sendable, Equatable {
  /// The system has accepted the message.
  case accepted(DeliveryNote)
  /// Another attempt would be refused too.
  case refused(DeliveryNote)
  /// A later attempt may succeed.
  case postponed(DeliveryNote)
  /// No message can be sent until the operator has corrected the settings. The message waits.
  case misconfigured(DeliveryNote)
}

extension DeliveryNote {
  /// The same note without the secrets of a message, and cut to the length that the store keeps.
  func recorded(_ redaction: Redaction) -> DeliveryNote {
    DeliveryNote(code: code, detail: VisibleText.cleaned(redaction.redacted(detail), longest: 300))
  }
}
