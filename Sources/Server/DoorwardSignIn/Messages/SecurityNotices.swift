package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Tells users about changes of their accounts.
///
/// The link of a notice by mail opens a page that undoes the change and secures the account (``AccountSecuring``). An SMS
/// has no space for such a link, so its link opens the account page.
package struct SecurityNotices: Sendable {
  /// The time after which a notice that was not delivered is of no use, in seconds.
  static let lifetime = NoticeLink.lifetime

  package let messenger: Messenger
  /// The page on which the user ends sessions and changes the password.
  package let page: String
  private let links: NoticeLinks
  /// The kinds of identities.
  let kinds: IdentityKinds
  private let limits: RequestLimits?

  /// - Parameters:
  ///   - messenger: sends the messages.
  ///   - page: the page on which the user ends sessions and changes the password.
  ///   - links: makes the links of notices by mail.
  ///   - kinds: the kinds of identities.
  ///   - limits: bounds the notices by SMS, which cost the operator money; nil for no bound.
  package init(
    messenger: Messenger, page: String, links: NoticeLinks, kinds: IdentityKinds, limits: RequestLimits?
  ) {
    self.messenger = messenger
    self.page = page
    self.links = links
    self.kinds = kinds
    self.limits = limits
  }

  /// The way to sign in with identities of a kind, as the texts of notices name it: `kind.…` of the language files.
  package func name(of kind: IdentityKey.Kind) -> String { kind.rawValue }

  /// The rows of a notice, for the transaction of the change.
  ///
  /// - Parameters:
  ///   - kind: the notice.
  ///   - method: the way to sign in that the notice is about; nil for a notice about none.
  ///   - change: the change that the link undoes.
  ///   - recipients: the addresses. Channels without a sender are skipped.
  ///   - user: the user.
  ///   - application: the application in which the change was made.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the change.
  /// - Returns: one row for each address.
  /// - Throws: the errors of the random source and of the cipher.
  package func rows(
    for kind: MessageKind, method: String? = nil, undoing change: ReversibleChange = .none,
    to recipients: [Recipient], about user: User, _ application: Application, language: String, at now: Date
  ) throws -> [QueuedMessage] {
    var parameters: [MessageParameter: String] = [
      .application: application.name, .time: Self.text(of: now),
    ]
    parameters[.method] = method
    return try rows(
      kind, parameters: parameters, undoing: change, to: recipients, about: user, application,
      language: language, at: now
    )
  }

  /// The rows of the notice of a sign-in on a device that is not known to the user.
  ///
  /// - Parameters:
  ///   - client: the device.
  ///   - recipients: the addresses. Channels without a sender are skipped.
  ///   - user: the user.
  ///   - application: the application of the sign-in.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the sign-in.
  /// - Returns: one row for each address.
  /// - Throws: the errors of the random source and of the cipher.
  package func rows(
    ofSignInOn client: ClientDescription, to recipients: [Recipient], about user: User,
    _ application: Application, language: String, at now: Date
  ) throws -> [QueuedMessage] {
    var parameters: [MessageParameter: String] = [
      .application: application.name, .time: Self.text(of: now),
      .device: DeviceName.text(of: client.device),
    ]
    parameters[.network] = client.network
    return try rows(
      .newDevice, parameters: parameters, undoing: .none, to: recipients, about: user, application,
      language: language,
      at: now)
  }

  /// The rows of the message that an account will be deleted.
  ///
  /// - Parameters:
  ///   - deletion: the deletion.
  ///   - recipients: the addresses. Channels without a sender are skipped.
  ///   - user: the user.
  ///   - application: the application in which the user asked for it.
  ///   - language: the language if the user has no locale.
  /// - Returns: one row for each address.
  /// - Throws: the errors of the random source and of the cipher.
  package func rows(
    ofDeletion deletion: PendingDeletion, to recipients: [Recipient], about user: User,
    _ application: Application, language: String
  ) throws -> [QueuedMessage] {
    try rows(
      .deletionScheduled, parameters: [.application: application.name, .date: Self.text(of: deletion.dueAt)],
      undoing: .scheduledDeletion(deletion), to: recipients, about: user, application, language: language,
      at: deletion.requestedAt,
      lifetime: min(Self.lifetime, deletion.dueAt.timeIntervalSince(deletion.requestedAt)))
  }

  /// The rows of the message that the operator or a backend has deleted an account. They name no user and have no link,
  /// because the account no longer exists.
  ///
  /// - Parameters:
  ///   - user: the deleted user.
  ///   - recipients: the addresses. Channels without a sender are skipped.
  ///   - application: the application that the message names.
  ///   - now: the time of the deletion.
  /// - Returns: one row for each address.
  /// - Throws: the errors of the random source and of the cipher.
  package func rows(
    ofDeleted user: User, to recipients: [Recipient], _ application: Application, at now: Date
  ) throws -> [QueuedMessage] {
    try recipients.filter { admits(.accountDeleted, to: $0) }.map { recipient in
      try messenger.outbox.row(
        for: messenger.outbox.message(
          .accountDeleted, to: recipient, applicationID: application.id,
          language: application.messageLanguage(user.profile[.locale] ?? ""),
          parameters: [.application: application.name, .time: Self.text(of: now)], lifetime: Self.lifetime))
    }
  }

  private func rows(
    _ kind: MessageKind, parameters: [MessageParameter: String], undoing change: ReversibleChange,
    to recipients: [Recipient], about user: User, _ application: Application, language: String, at now: Date,
    lifetime: TimeInterval = Self.lifetime
  ) throws -> [QueuedMessage] {
    var rows: [QueuedMessage] = []
    for recipient in recipients where admits(kind, to: recipient) {
      var parameters = parameters
      let subject = (parameters[.method] ?? parameters[.device]).flatMap { $0.isEmpty ? nil : $0 }
      let link =
        recipient.channel == .email
        ? try links.link(for: kind, to: recipient, about: user, subject: subject, change, at: now) : nil
      parameters[.link] =
        try link.map { "\(page)\(WirePath.secure.dropFirst())#\(try links.token(of: $0))" } ?? page
      rows.append(
        try messenger.outbox.row(
          for: messenger.outbox.message(
            kind, to: recipient, applicationID: application.id, userID: user.id,
            language: application.messageLanguage(user.profile[.locale] ?? language),
            parameters: parameters, lifetime: lifetime)))
    }
    return rows
  }

  /// Counts a notice by SMS, and whether it is sent. Each kind is counted apart, so that many notices of one kind do not
  /// suppress those of another.
  private func admits(_ kind: MessageKind, to recipient: Recipient) -> Bool {
    guard messenger.channels.contains(recipient.channel) else { return false }
    guard recipient.channel == .sms, let limits else { return true }
    return limits.admitsNotice(kind.rawValue, to: recipient.counted)
  }

  /// `2026-11-23 14:05 UTC`.
  private static func text(of moment: Date) -> String {
    let text = moment.ISO8601Format()
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}

extension [Identity] {
  /// The addresses that get notices: the email address, or the phone number of a user without one.
  package var noticeRecipients: [Recipient] {
    let mail = first { $0.key.kind == .email }?.recipient
    let phone = first { $0.key.kind == .phone }?.recipient
    return [mail ?? phone].compactMap { $0 }
  }
}
