import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reason for another sign-in on the page before a client gets a session.
package enum SignInReason: String, Sendable {
  /// The client expects another user than the signed-in one, or accepts no new user, and this user is new to it.
  case otherAccount = "other_account"
  /// The client's application does not offer the user's sign-in method.
  case otherWay = "other_way"
  /// The client asks for a newer sign-in.
  case tooOld = "too_old"
  /// The client needs a sign-in with a second factor, or the user has one that the sign-in has not proven.
  case secondFactor = "second_factor"
  /// The user is signed out, and the client asks the user to select an account.
  case selectAccount = "select_account"
}

/// The proofs that a client needs of the session on the page. Only a session with them opens a session of the client.
///
/// The page asks before it shows the client, and the transaction that opens the session asks again: the settings of the client
/// and the user's factors can change between the two.
package struct ClientRequirement: Sendable {
  private let application: Application
  private let secondFactor: SecondFactorPolicy

  /// - Parameters:
  ///   - application: the client.
  ///   - secondFactor: the second factor that this request of the client needs; nil for that of every sign-in to the client.
  package init(_ application: Application, _ secondFactor: SecondFactorPolicy? = nil) {
    self.application = application
    self.secondFactor = secondFactor ?? application.secondFactor
  }

  /// Why a session does not suffice.
  ///
  /// `page` is the session on the page.
  ///
  /// - Returns: nil if the session suffices.
  /// - Throws: ``StoreError``.
  package func objection(to page: Session, at now: Date, in snapshot: any StoreReading) throws
    -> SignInReason?
  {
    guard try admits(page, at: now, in: snapshot) else { return .otherAccount }
    let proofs = page.latestProofs
    // The page opens no session of an anonymous user, so that part is a second safeguard.
    guard !page.isAnonymous, SignInMethods.areOffered(proofs, by: application) else { return .otherWay }
    guard secondFactor.isMet(by: proofs), try !snapshot.lacksSecondFactor(page) else { return .secondFactor }
    return nil
  }

  /// Whether the client's rules for new users admit the user of a session. A user who has granted the client nothing yet is
  /// new to it, also if the account exists.
  private func admits(_ page: Session, at now: Date, in snapshot: any StoreReading) throws -> Bool {
    do {
      _ = try application.signUp.requireFirstGrant(of: page.userID, to: application.id, at: now, in: snapshot)
      return true
    } catch is Problem {
      return false
    }
  }
}
