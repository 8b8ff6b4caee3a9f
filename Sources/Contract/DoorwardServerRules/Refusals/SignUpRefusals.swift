package import DoorwardHTTP
package import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The refusals of new users, of banned ones, and of identifiers.
extension Problem {
  package static var signUpClosed: Problem {
    Problem(
      status: 403, code: WireCode.signUpClosed,
      detail: "This application accepts no new users. Sign in with an account that you already have.")
  }

  package static var invitationRequired: Problem {
    Problem(
      status: 403, code: WireCode.invitationRequired,
      detail:
        "This application accepts new users by invitation only. Sign up with the address that was invited.")
  }

  package static var emailDomainNotAllowed: Problem {
    Problem(
      status: 403, code: WireCode.emailDomainNotAllowed,
      detail: "This application accepts new users only with an email address of certain domains.")
  }

  /// 403: `end` is the end of the ban; nil if it has none.
  package static func userBanned(until end: Date?) -> Problem {
    Problem(
      status: 403, code: WireCode.userBanned,
      detail: end.map { "This account is suspended until \(Timestamp($0).rfc3339)." }
        ?? "This account is suspended.")
  }

  /// 409: the user can still keep the account.
  package static func accountDeletionPending(_ deletion: WireAccountDeletion) -> Problem {
    Problem(
      status: 409, code: WireCode.accountDeletionPending,
      detail:
        "This account will be deleted. To keep it, repeat the request with \"\(WireAccountDeletion.keepAccount)\": true.",
      members: [Member(WireProblem.Members.accountDeletion, .object(deletion.json))])
  }

  // MARK: Identifiers

  package static var missingAddress: Problem {
    Problem(status: 400, code: WireCode.missingAddress, detail: "Give email or phone_number.")
  }

  package static var missingIdentifier: Problem {
    Problem(status: 400, code: WireCode.missingAddress, detail: "Give email, phone_number or username.")
  }

  package static var ambiguousAddress: Problem {
    Problem(
      status: 422, code: WireCode.ambiguousAddress,
      detail: "Give an email address or a phone number, not both.")
  }

  package static var identifierNotOffered: Problem {
    Problem(
      status: 403, code: WireCode.identifierNotOffered,
      detail: "Users of this application do not sign up with an identifier of this kind.")
  }

  package static var identifierRequired: Problem {
    Problem(
      status: 409, code: WireCode.identifierRequired,
      detail: "A password needs an email address, a phone number or a user name. Add one first.")
  }

  package static var missingPassword: Problem {
    Problem(
      status: 400, code: WireCode.missingPassword, detail: "Give current_password to change the password.")
  }

  package static var userNameTaken: Problem {
    Problem(
      status: 409, code: WireCode.userNameTaken,
      detail: "This user name, or one that looks like it, is taken. Choose another.")
  }

  package static var addressInUse: Problem {
    Problem(
      status: 409, code: WireCode.identityInUse,
      detail: "This address belongs to another account. Sign in to that account to use it.")
  }

  package static var addressExists: Problem {
    Problem(
      status: 409, code: WireCode.addressExists,
      detail:
        "This account has another address of this kind. Ask for a code with purpose \"change\" to replace it."
    )
  }
}
