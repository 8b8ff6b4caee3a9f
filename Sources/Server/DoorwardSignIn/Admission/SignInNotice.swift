import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SecurityNotices {
  /// Tells a user by mail about a sign-in on a device that is not known, in the transaction of the sign-in.
  ///
  /// No SMS is sent, because an attacker with the password could cause any number of messages.
  ///
  /// - Parameters:
  ///   - user: the user.
  ///   - identities: the identities of the user.
  ///   - client: the device.
  ///   - application: the application of the sign-in.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the sign-in.
  ///   - transaction: the transaction.
  /// - Returns: whether there is a message to deliver after the transaction.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  package func announce(
    _ user: User, _ identities: [Identity], on client: ClientDescription, _ application: Application,
    language: String, at now: Date, in transaction: any StoreWriting
  ) throws -> Bool {
    let recipients = identities.noticeRecipients.filter { $0.channel == .email }
    guard !recipients.isEmpty else { return false }
    let rows = try rows(
      ofSignInOn: client, to: recipients, about: user, application, language: language, at: now)
    for row in rows { try transaction.insert(row) }
    return !rows.isEmpty
  }
}
