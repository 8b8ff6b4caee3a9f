import DoorwardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user and session that a request has proven to come from, as the store knew them then.
struct Caller: Sendable {
  let user: User
  let session: Session
  let application: Application
}

extension StoreWriting {
  /// The caller's session, locked.
  ///
  /// - Throws: ``Problem`` 401 `invalid_token` if it has ended since the caller's token was checked.
  func liveSession(of caller: Caller, at now: Date) throws -> Session {
    guard let session = try lockedSession(caller.session.id), session.isLive(at: now) else {
      throw Problem.invalidToken
    }
    return session
  }
}
