package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreReading {
  /// The user of an identity, if the query accepts the user.
  ///
  /// - Parameters:
  ///   - name: the identity that the caller names.
  ///   - query: the query.
  ///   - application: the application whose grant is read: that of the query, if it names one.
  ///   - now: the time, which decides whether a ban is in force.
  /// - Returns: nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func entry(
    of name: ProvenIdentity, matching query: UserQuery, for application: String, at now: Date
  ) throws -> UserEntry? {
    guard let id = try identity(named: name)?.userID, let entry = try entries(of: [id], for: application)[id]
    else { return nil }
    let user = entry.user
    let isBanned = entry.ban?.isInForce(at: now) ?? false
    guard query.kind ?? user.kind == user.kind, query.isBanned ?? isBanned == isBanned,
      query.createdFrom.map({ $0 <= user.createdAt }) ?? true,
      query.createdBefore.map({ user.createdAt < $0 }) ?? true,
      query.applicationID.map({ $0 == application && entry.grant != nil }) ?? true
    else { return nil }
    return entry
  }
}
