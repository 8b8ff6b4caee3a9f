package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Tells users about changes of their accounts.
package struct SecurityNotices: Sendable {
  /// The time after which a notice that was not delivered is of no use, in seconds.
  static let lifetime: TimeInterval = 3 * 24 * 3600

  package let messenger: Messenger
  /// The page on which the user ends sessions and changes the password.
  package let page: String

  package init(messenger: Messenger, page: String) {
    self.messenger = messenger
    self.page = page
  }

  /// The rows of a notice, for the transaction of the change.
  ///
  /// - Parameters:
  ///   - kind: the notice.
  ///   - method: the way to sign in that the notice is about; nil for a notice about none.
  ///   - recipients: the addresses. Channels without a sender are skipped.
  ///   - user: the user.
  ///   - application: the application in which the change was made.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the change.
  /// - Returns: one row for each address.
  /// - Throws: the errors of the random source and of the cipher.
  package func rows(
    for kind: MessageKind, method: String? = nil, to recipients: [Recipient], about user: User,
    _ application: Application,
    language: String, at now: Date
  ) throws -> [QueuedMessage] {
    var parameters: [MessageParameter: String] = [
      .application: application.name, .time: Self.text(of: now), .link: page,
    ]
    parameters[.method] = method
    return try recipients.filter { messenger.channels.contains($0.channel) }.map { recipient in
      try messenger.outbox.row(
        for: messenger.outbox.message(
          kind, to: recipient, applicationID: application.id, userID: user.id,
          language: user.profile.locale ?? language,
          parameters: parameters,
          lifetime: Self.lifetime))
    }
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
