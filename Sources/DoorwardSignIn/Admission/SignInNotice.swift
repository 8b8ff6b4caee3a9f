import DoorwardDelivery
import DoorwardSessions
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecurityNotices {
  /// Tells a user by mail about a sign-in on a device that is not known, in the transaction of the sign-in.
  ///
  /// No SMS is sent, because an attacker with the password could cause any number of messages.
  ///
  /// - Parameters:
  ///   - user: the user.
  ///   - identities: the identities of the user.
  ///   - opening: the values of the session.
  ///   - now: the time of the sign-in.
  ///   - transaction: the transaction.
  /// - Returns: whether there is a message to deliver after the transaction.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  func announce(
    _ user: User, _ identities: [Identity], _ opening: SessionOpening, at now: Date,
    in transaction: any StoreWriting
  ) throws -> Bool {
    let rows = try rows(
      ofSignInOn: opening.client, to: identities.noticeRecipients.filter { $0.channel == .email },
      about: user, opening.application,
      language: opening.language, at: now)
    for row in rows { try transaction.insert(row) }
    return !rows.isEmpty
  }
}
