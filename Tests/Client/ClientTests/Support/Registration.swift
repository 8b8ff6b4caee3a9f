import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

extension Client {
  /// The password of the users that tests register.
  static let password = "correct horse battery"

  /// Proves the email address of a sign-up.
  func signUp(_ email: String) async throws -> SignInOutcome {
    let outcome = try await doorward.password.signUp(email: email, password: Self.password)
    guard case .verificationRequired(let challenge) = outcome else { throw Unexpected(outcome: outcome) }
    let code = try #require(await server.code(to: email))
    return try await doorward.code.verify(challenge, code: code)
  }

  /// Signs up with an email address and a password.
  @discardableResult func register(_ email: String) async throws -> AuthState {
    try await signUp(email).state
  }

  /// Gives the signed-in user a phone number.
  func addPhoneNumber(_ number: String) async throws {
    let challenge = try await doorward.code.send(phoneNumber: number, for: .verify)
    let code = try #require(await server.code(to: number))
    _ = try await doorward.code.verify(challenge, code: code).state
  }

  /// Adds an authenticator with its present code. The server accepts the next code already now, and no other.
  func addAuthenticator() async throws -> (authenticator: TestAuthenticator, added: AddedSecondFactor) {
    let enrollment = try await doorward.secondFactor.addAuthenticator()
    let authenticator = try TestAuthenticator(enrollment)
    let added = try await doorward.secondFactor.confirm(enrollment, code: authenticator.code(at: Date()))
    return (authenticator, added)
  }
}
