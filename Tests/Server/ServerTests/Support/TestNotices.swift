import DoorwardDelivery
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

extension SecurityNotices {
  /// Notices without a channel, so that none is sent.
  static func sample(_ store: any Store) throws -> SecurityNotices {
    let key = try DerivedKey.sample()
    let outbox = Outbox(
      store: store, clock: .system, random: .system,
      seal: MessageSeal(seal: { try key.seal($0, purpose: $1) }, open: { try key.open($0, purpose: $1) }))
    return SecurityNotices(
      messenger: Messenger(outbox: outbox, channels: [], allows: { _ in false }, wake: {}),
      page: "https://example.org/", links: NoticeLinks(key: key, random: .system, limits: AccountLimits()),
      kinds: SignInMethods.identityKinds, limits: nil)
  }
}
