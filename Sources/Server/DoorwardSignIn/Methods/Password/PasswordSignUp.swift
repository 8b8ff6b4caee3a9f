package import DoorwardDelivery
import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardPasswords
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

/// Makes new users with a password.
///
/// A user with an email address or a phone number does not exist before the address is proven. Until then the client
/// keeps the values, sealed in the challenge. So an account for an address can be made by its owner only.
package struct PasswordSignUp: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let passwords: Passwords

  package init(store: any Store, clock: WallClock, passwords: Passwords) {
    self.store = store
    self.clock = clock
    self.passwords = passwords
  }

  /// Checks the password and hashes it.
  ///
  /// - Throws: `Problem` 422 for a password that the rules refuse, 409 `username_taken`.
  package func values(of form: SignUpForm, _ context: ProofContext) async throws -> SignUpValues {
    try await requireFree(form.userName)
    let known = PasswordContext(
      identifiers: [form.recipient?.text, form.userName?.text].compactMap { $0 },
      names: [form.name].compactMap { $0 })
    let hash = try await passwords.hash(form.password, of: known, in: context)
    return SignUpValues(name: form.name, passwordHash: hash.text, userName: form.userName)
  }

  /// The proof of a user with a user name and without an address. A free name needs no other proof.
  package func proof(ofUserName form: SignUpForm, _ context: ProofContext) async throws -> VerifiedProof {
    guard let userName = form.userName else { throw Problem.methodNotOffered }
    let values = try await values(of: form, context)
    return VerifiedProof(
      challenge: nil, method: .passwordProof, assurance: .password,
      identity: SignInIdentifier.userName(userName).identity,
      signUp: SignUpValues(name: values.name, passwordHash: values.passwordHash))
  }

  /// The message to the address. The owner of an address with an account gets a notice instead of the code. An address
  /// without the invitation that it needs gets no message.
  package func message(
    to recipient: Recipient, _ application: Application
  ) async throws -> CodeRequest.Message {
    let (now, key) = (clock.now, recipient.identity.key)
    return try await store.read { snapshot in
      let accepts = try application.signUp.acceptsSignUp(by: key, at: now, in: snapshot)
      guard try snapshot.identity(key) == nil else { return .notice(.accountExists) }
      return accepts ? .code(.signUpCode) : .withheld(.signUpCode)
    }
  }

  private func requireFree(_ name: UserName?) async throws {
    guard let name else { return }
    let key = SignInIdentifier.userName(name).identity.key
    guard try await store.read({ try $0.identity(key) }) == nil else { throw Problem.userNameTaken }
  }
}
