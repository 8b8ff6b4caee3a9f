import DoorwardDelivery
import DoorwardHTTP
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The delivery of messages to users, and the notices about their accounts.
struct DeliveryAssembly {
  let service: DeliveryService
  let notices: SecurityNotices
  let noticeLinks: NoticeLinks

  /// - Parameters:
  ///   - shared: the services of all features. Its limits bound the notices by SMS.
  ///   - configuration: the configuration.
  ///   - senders: the senders of messages; nil for the configured ones.
  /// - Throws: ``MasterKeyError``, ``ConfigurationError``, `TemplateError`.
  init(
    _ shared: SharedServices, _ configuration: ServerConfiguration,
    senders: [DeliveryChannel: any MessageSender]?
  ) throws {
    let service = try DeliveryService(
      configuration.delivery, isLoopbackOnly: configuration.isLoopbackOnly, store: shared.store,
      clock: shared.clock, random: shared.random, key: shared.key(DeliveryService.sealingPurpose),
      applications: shared.applications, logger: shared.logger, senders: senders)
    self.service = service
    noticeLinks = NoticeLinks(
      key: try shared.key(NoticeLinks.keyPurpose), random: shared.random, limits: shared.accountLimits)
    notices = SecurityNotices(
      messenger: Messenger(
        outbox: service.outbox, channels: service.channels, allows: service.allows,
        hasBudget: { try await service.hasBudget(for: $0, $1) }, wake: { service.wake() }),
      page: "\(shared.origin)/", links: noticeLinks, kinds: SignInMethods.identityKinds, limits: shared.limits
    )
  }
}
