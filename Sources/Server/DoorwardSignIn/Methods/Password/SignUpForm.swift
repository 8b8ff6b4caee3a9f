package import DoorwardDelivery
package import DoorwardHTTP
package import DoorwardIdentifiers
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings

/// The values of a sign-up with a password.
package struct SignUpForm: Sendable {
  /// The address that the user proves by a code; nil for a user with a user name only.
  package let recipient: Recipient?
  package let userName: UserName?
  package let password: String
  package let name: String?

  /// Reads `email`, `phone_number`, `username`, `password` and `name`.
  ///
  /// - Throws: `Problem` 400 if the body has no identifier or no password, 422 for a text that is not an identifier,
  ///   and for a name that a profile cannot have.
  package init(_ body: JSONObjectReader) throws(DoorwardHTTP.Problem) {
    recipient = try body.recipient()
    password = try body.text(ProofMembers.password)
    let userName = try body.optionalText(WireUser.Members.username)
    self.userName = try userName.map { name throws(DoorwardHTTP.Problem) in try UserName(admitting: name) }
    let name = try body.optionalText(WireUser.Members.name)
    try name.map { name throws(DoorwardHTTP.Problem) in try ProfileText.name.check(name) }
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    guard recipient != nil || self.userName != nil else { throw .missingIdentifier }
  }

  /// The identity by which the user signs up.
  package var identity: ProvenIdentity? {
    recipient?.identity ?? userName.map { SignInIdentifier.userName($0).identity }
  }

  /// Refuses a sign-up that the application does not offer.
  ///
  /// - Throws: `Problem` 403.
  package func check(against application: Application) throws(Problem) {
    let offer = try application.offer(PasswordOffer.self)
    let given: [PasswordOffer.Identifier] = [
      recipient.map { $0.channel == .email ? .email : .phone }, userName.map { _ in .userName },
    ].compactMap { $0 }
    guard given.allSatisfy(offer.identifiers.contains) else {
      throw Problem.identifierNotOffered
    }
    if let identity { try application.signUp.requirePossibleSignUp(by: identity.key) }
  }
}

extension Application {
  /// Refuses an application whose users have no user names.
  ///
  /// - Throws: `Problem` 403 `method_not_offered` or `identifier_not_offered`.
  package func requireUserName() throws(Problem) {
    guard try offer(PasswordOffer.self).identifiers.contains(.userName) else {
      throw Problem.identifierNotOffered
    }
  }
}
