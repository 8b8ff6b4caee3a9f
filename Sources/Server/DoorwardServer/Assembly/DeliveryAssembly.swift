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
  ///   - installation: the store and the keys.
  ///   - configuration: the configuration.
  ///   - logger: the log.
  ///   - clock: the clock.
  ///   - random: the source of ids.
  ///   - applications: the applications.
  ///   - origin: the account origin, which has the page of the notices.
  ///   - limits: bounds the notices by SMS.
  ///   - senders: the senders of messages; nil for the configured ones.
  /// - Throws: ``MasterKeyError``, ``ConfigurationError``, `TemplateError`.
  init(
    _ installation: Installation, _ configuration: ServerConfiguration, _ logger: Logger, _ clock: WallClock,
    _ random: RandomSource, applications: ApplicationDirectory, origin: WebOrigin, limits: RequestLimits,
    senders: [DeliveryChannel: any MessageSender]?
  ) throws {
    let service = try DeliveryService(
      configuration.delivery, isLoopbackOnly: configuration.isLoopbackOnly, store: installation.store,
      clock: clock, random: random, key: installation.key(for: DeliveryService.sealingPurpose),
      applications: applications, logger: logger, senders: senders)
    self.service = service
    noticeLinks = NoticeLinks(
      key: try installation.key(for: NoticeLinks.keyPurpose), random: random, limits: configuration.limits)
    notices = SecurityNotices(
      messenger: Messenger(
        outbox: service.outbox, channels: service.channels, allows: service.allows,
        hasBudget: { try await service.hasBudget(for: $0, $1) }, wake: { service.wake() }),
      page: "\(origin)/", links: noticeLinks, kinds: SignInMethods.identityKinds, limits: limits)
  }
}
