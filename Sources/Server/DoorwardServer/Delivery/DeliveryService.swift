package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore
import DoorwardSystem

/// The delivery of messages to users by a running server.
///
/// A route stores messages through ``outbox`` and then calls ``wake()``.
package final class DeliveryService: Sendable {
  package let outbox: Outbox
  /// The channels that can deliver messages. A route does not store messages for other channels.
  package let channels: Set<DeliveryChannel>

  /// Whether messages are sent to an address; false for a phone number of a country that the operator does not list.
  package let allows: @Sendable (Recipient) -> Bool

  /// Sends test messages through the same senders.
  let tests: TestMessages
  let templates: MessageTemplates

  private let senders: [DeliveryChannel: any MessageSender]
  private let worker: DeliveryWorker
  private let delivery = Monitor<Task<Void, Never>?>(nil)

  /// Makes the senders and loads the templates. Nothing is sent before ``start()``.
  ///
  /// - Parameters:
  ///   - delivery: the configuration.
  ///   - isLoopbackOnly: whether only this machine can reach the server. Otherwise the console is refused.
  ///   - store: has the messages.
  ///   - clock: the clock.
  ///   - random: the source of ids.
  ///   - key: seals waiting messages.
  ///   - applications: the applications, whose names are the names of senders.
  ///   - logger: the log.
  ///   - metrics: counts the attempts.
  ///   - given: the senders; nil for the configured ones.
  /// - Throws: ``ConfigurationError``, `TemplateError`, `ConsoleRefused`; the errors of OpenSSL.
  package init(
    _ delivery: DeliveryConfiguration, isLoopbackOnly: Bool, store: any Store, clock: WallClock,
    random: RandomSource, key: DerivedKey, applications: ApplicationDirectory, logger: Logger,
    metrics: Metrics, senders given: [DeliveryChannel: any MessageSender]? = nil
  ) throws {
    let outbox = Outbox(
      store: store, clock: clock, random: random,
      seal: MessageSeal(
        seal: { try key.seal($0, purpose: $1) },
        open: { try key.open($0, purpose: $1) }))
    let senders =
      try given
      ?? delivery.senders(isLoopbackOnly: isLoopbackOnly, store: store, clock: clock) {
        applications[$0]?.name ?? applications.standard.name
      }
    self.outbox = outbox
    self.senders = senders
    channels = Set(senders.keys)
    let destinations = given == nil && !delivery.isConsole ? delivery.sms?.destinations : nil
    allows = { recipient in
      guard case .phone(let number) = recipient, let destinations else { return true }
      return destinations.allows(number)
    }
    let templates = try delivery.loadTemplates().inLooks {
      MailLook(firstOf: [applications[$0], applications.standard])
    }
    self.templates = templates
    tests = TestMessages(templates, senders: senders, clock: clock, random: random)
    worker = try DeliveryWorker(outbox, templates, senders: senders) { event in
      logger.log(event)
      metrics.count(event)
    }
  }

  /// Starts the delivery.
  package func start() {
    let task = worker.start()
    delivery.withLock { $0 = task }
  }

  /// Delivers stored messages now. A caller that has stored messages in its own transaction calls this afterwards.
  package func wake() { worker.wake() }

  /// Whether a message that is stored now would be sent.
  ///
  /// - Throws: ``StoreError``.
  package func hasBudget(
    for recipient: Recipient, _ handling: OutgoingMessage.Handling
  ) async throws -> Bool {
    try await senders[recipient.channel]?.hasBudget(for: recipient, handling) ?? true
  }

  /// Starts no more deliveries, and waits for those in progress. They are cancelled after a time, and tried again by the
  /// next server.
  ///
  /// - Parameter timeout: the time to wait.
  package func stop(timeout: Duration = .seconds(20)) async {
    let delivery = delivery.withLock { $0 }
    let limit = Task {
      try? await Task.sleep(for: timeout)
      if !Task.isCancelled { delivery?.cancel() }
    }
    await worker.stop()
    limit.cancel()
  }
}
