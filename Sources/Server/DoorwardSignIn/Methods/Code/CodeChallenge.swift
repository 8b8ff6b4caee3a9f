package import DoorwardDelivery
package import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A one-time code with its purpose, address, application and client.
///
/// The client keeps it sealed, as `challenge_id`, and the server stores nothing. The seal encrypts: the client learns
/// neither the code, nor whether a user has the address.
package struct CodeChallenge: Sendable {
  /// The purpose of a code. A code serves no other purpose.
  package enum Purpose: String, Sendable {
    case signIn = "sign_in"
    /// Proves the address of a new user who has chosen a password.
    case signUp = "sign_up"
    /// Adds an address to the signed-in user.
    case verify
    /// Replaces an address of the signed-in user.
    case change
    case passwordReset = "password_reset"

    /// Whether a signed-in user answers the challenge.
    var isOfSignedInUser: Bool { self == .verify || self == .change }
  }

  package let id: ChallengeID
  package let purpose: Purpose
  /// The identifier that the request named. The guesses of the code count for it.
  package let identifier: IdentityKey
  /// The address that the code proves; nil if the code was not sent. Then every code is wrong.
  package let recipient: Recipient?
  package let applicationID: String
  /// The client that asked for the code; nil if it gave no binding.
  package let binding: Binding?
  /// The signed-in user, or the user who had the identifier when the code was sent; nil if there was none.
  package let user: User.ID?
  package let code: OneTimeCode
  /// The secret of the link in the message with the code; nil if the message has no link.
  package let link: CodeLink?
  package let expiresAt: Date
  /// The values of the user who signs up.
  package let signUp: SignUpValues?

  package init(
    id: ChallengeID, purpose: Purpose, identifier: IdentityKey, recipient: Recipient?, applicationID: String,
    binding: Binding?,
    user: User.ID?, code: OneTimeCode, link: CodeLink?, expiresAt: Date, signUp: SignUpValues? = nil
  ) {
    self.id = id
    self.purpose = purpose
    self.identifier = identifier
    self.recipient = recipient
    self.applicationID = applicationID
    self.binding = binding
    self.user = user
    self.code = code
    self.link = link
    self.expiresAt = expiresAt
    self.signUp = signUp
  }

  /// Whether the answer is correct. The times of the comparisons do not depend on the secrets.
  func isAnswered(by answer: CodeAnswer) -> Bool {
    switch answer {
    case .code(let typed): code == typed
    case .link(let opened): link == opened
    }
  }

  /// The challenge that the proof answers.
  package var answered: AnsweredChallenge { AnsweredChallenge(id: id, expiresAt: expiresAt) }
}
