import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The user and the session that a request was authenticated for, as the store had them at that moment.
package struct Caller: Sendable {
  package let user: User
  package let session: Session
  package let application: Application

  package init(user: User, session: Session, application: Application) {
    self.user = user
    self.session = session
    self.application = application
  }

  package var allowance: SessionAllowance { SessionAllowance(session, of: application) }
}

extension SessionWriting {
  /// Reads the caller's session and locks it.
  ///
  /// - Throws: `Problem` 401 `invalid_token` if the session has ended since the caller's token was checked.
  package func liveSession(of caller: Caller, at now: Date) throws -> Session {
    guard let session = try lockedSession(caller.session.id), session.isLive(at: now) else {
      throw Problem.invalidToken
    }
    return session
  }
}
