package import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreWriting {
  /// Bans a user and ends the user's sessions with all applications.
  ///
  /// - Throws: ``StoreError`` `store_missing` if there is no such user.
  package func ban(_ user: User.ID, _ ban: UserBan, by origin: EventOrigin, at now: Date) throws {
    try setBan(ban, of: user)
    try record(
      .userBanned(until: ban.endsAt), about: EventSubjects(user: user, application: ban.owner), by: origin,
      at: now)
    try endSessions(of: user, except: nil, because: .banned, by: origin, at: now)
  }
}

extension UserBan {
  /// The most bytes of a reason.
  package static let maximumReasonBytes = 500

  /// Reads `reason` and `ends_at` of a backend's request.
  ///
  /// - Parameters:
  ///   - body: the request.
  ///   - owner: the application of the backend.
  ///   - now: the time.
  /// - Throws: `Problem` 422 `invalid_ban` for a long reason, or an end that is not in the future.
  package init(_ body: JSONObjectReader, by owner: String, at now: Date) throws(DoorwardHTTP.Problem) {
    let reason = try body.optionalText("reason")
    let end = try body.optionalText("ends_at")
    try self.init(reason: reason, end: end, by: owner, at: now)
  }

  /// Reads the texts of a reason and of an end.
  ///
  /// - Throws: `Problem` 422 `invalid_ban`.
  package init(reason: String?, end: String?, by owner: String? = nil, at now: Date) throws(DoorwardHTTP
    .Problem)
  {
    if let reason, !WireLimits.isLine(reason, upTo: Self.maximumReasonBytes) {
      throw Problem(
        status: 422, code: WireCode.invalidBan,
        detail: "reason must be one line of up to \(Self.maximumReasonBytes) bytes.")
    }
    var endsAt: Date?
    if let end {
      guard let time = try? Timestamp(rfc3339: end), now < time.date else {
        throw Problem(
          status: 422, code: WireCode.invalidBan,
          detail: "ends_at must be a time in the future, in RFC 3339 form.")
      }
      endsAt = time.date
    }
    self.init(reason: reason.flatMap { $0.isEmpty ? nil : $0 }, bannedAt: now, endsAt: endsAt, owner: owner)
  }

  /// The ban in the form of the HTTP contract. The application is null for a ban of the operator.
  package var json: JSONValue {
    [
      "reason": .text(reason), "banned_at": .time(bannedAt), "ends_at": .time(endsAt),
      "application": .text(owner),
    ]
  }
}
