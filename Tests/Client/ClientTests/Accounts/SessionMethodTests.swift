import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// A session names its methods in the words of the offer and of the second factors.
@MainActor struct SessionMethodTests {
  private static let email = "ada@example.com"

  private func client() async throws -> Client {
    try Client(await RunningServer.withPasskeys(), passkeys: TestPasskeys.ofDomain())
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["password", "code", "siwe", "passkey", "anonymous"])
  func sessionNamesMethodOfOffer(_ method: String) async throws {
    let client = try await client()
    switch method {
    case "password":
      // A sign-up with a password, whose code is a part of it.
      try await client.register(Self.email)
      #expect(try await client.doorward.sessions.all().first?.methods == ["password"])
      try await client.doorward.signOut()
      try await client.doorward.password.login(identifier: Self.email, password: Client.password)
    case "code":
      let challenge = try await client.doorward.code.send(email: Self.email)
      let code = try #require(await client.server.code(to: Self.email))
      try await client.doorward.code.verify(challenge, code: code)
    case "siwe": try await client.signIn()
    case "passkey": try await client.doorward.passkey.signUp()
    default: try await client.doorward.anonymous.login()
    }
    #expect(try await client.doorward.sessions.all().map(\.methods) == [[method]])
    #expect(try await client.doorward.offer().methods.contains(method))
  }

  @Test(.timeLimit(.minutes(1))) func sessionNamesSecondFactor() async throws {
    let client = try await client()
    try await client.register(Self.email)
    let (authenticator, added) = try await client.addAuthenticator()
    for factor in [SecondFactorMethod.totp, .recoveryCode] {
      try await client.doorward.signOut()
      let challenge = try await client.doorward.password.login(
        identifier: Self.email, password: Client.password
      ).secondFactor
      let code =
        factor == .totp ? try authenticator.code(at: Date().addingTimeInterval(30)) : added.recoveryCodes[0]
      try await client.doorward.secondFactor.verify(challenge, code: code, by: factor)
      #expect(try await client.doorward.sessions.all().first?.methods == ["password", factor.rawValue])
    }
  }
}
