import Doorward
import DoorwardTesting
import Foundation
import Testing

@testable import DoorwardFlow

/// Another user signs in while an account is shown.
@MainActor struct DrivenOtherUserTests {
  /// The requests that a client has sent.
  private actor Wire {
    private(set) var requests: [String] = []

    func note(_ request: DoorwardRequest) {
      let sent = "\(request.method) \(request.url)"
      // After a sign-in, the SDK tells the authenticator the passkeys of the new user.
      if !sent.hasPrefix("GET https://accounts.test/v1/passkeys") { requests.append(sent) }
    }
  }

  nonisolated private static let changes: [AccountChange] = [
    .profile, .username, .removeUsername, .removePhoto, .email, .phoneNumber, .link(.passkey),
    .link(.ethereum), .unlink("i1"), .password, .renamePasskey("p1"), .removePasskey("p1"),
    .addAuthenticator, .addFactorCode(.email), .removeFactor("f1"), .newRecoveryCodes, .endSession("s1"),
    .endOtherSessions, .signOut, .signOutEverywhere, .export, .deleteAccount,
  ]

  @Test(.timeLimit(.minutes(10)), arguments: changes)
  func changeOfAnotherUserIsNotSent(_ change: AccountChange) async throws {
    let (server, wire) = (DoorwardTestServer(), Wire())
    var configuration = server.configuration
    configuration.passkeys = TestPasskeys()
    configuration.transport = DoorwardTransport {
      await wire.note($0)
      return try await server.transport.send($0)
    }
    let doorward = Doorward(configuration)
    _ = try await doorward.siwe.login(with: TestEthereumWallet())
    let before = await wire.requests
    let wallet = TestEthereumWallet()
    let calls = AccountCalls(
      doorward, AccountLinks(ethereum: { try await $0.siwe.link(with: wallet) }))
    calls.photo = Data("photo".utf8)
    let texts = FieldTexts([
      .name: "Mallory", .username: "mallory", .address: "mallory@example.com",
      .newPassword: DrivenSignIn.password,
    ])
    #expect(await calls.perform(.change(change, texts), of: "another") == .signedOut)
    #expect(await wire.requests == before)
    #expect(doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(10))) func photoAndListsOfAnotherUserAreNotAskedFor() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    _ = try await doorward.siwe.login(with: TestEthereumWallet())
    let calls = AccountCalls(doorward, AccountLinks())
    #expect(await calls.perform(.setPhoto, of: "another") == .signedOut)
    for list in AccountList.allCases {
      guard case .failure(let problem) = await calls.read(list, of: "another") else {
        Issue.record("\(list) was read")
        continue
      }
      #expect(problem.code == "session_ended")
    }
  }

  /// The window does not know yet that another user has signed in.
  @Test(.timeLimit(.minutes(10))) func linkThatEndsAfterAnotherSignInChangesNothing() async throws {
    let (wallet, other) = (TestEthereumWallet(), TestEthereumWallet())
    let account = try await DrivenAccount.ofUser(
      DoorwardTestServer(),
      links: AccountLinks(ethereum: {
        _ = try await $0.siwe.login(with: other)
        return try await $0.siwe.link(with: wallet)
      }))
    account.driver.perform(.begin(.link(.ethereum)))
    #expect(await account.driver.result() == .signedOut)
    let identities = try await account.doorward.identities.all()
    #expect(identities.map(\.identifier) == account.doorward.currentUser?.info.identities.map(\.identifier))
    #expect(identities.count == 1)
  }

  @Test(.timeLimit(.minutes(10))) func offeredPasskeyIsNotAddedToAnotherUser() async throws {
    var offer = DoorwardTestOffer()
    offer.methods.append("passkey")
    let view = await DrivenSignIn(DoorwardTestServer(offer), passkeys: TestPasskeys())
    try await view.signUp()
    #expect(view.screen == .passkeyOffer)
    _ = try await view.doorward.siwe.login(with: TestEthereumWallet())
    await view.act(.addPasskey)
    #expect(view.screen == .passkeyOffer && view.problem == "session_ended")
    #expect(try await view.doorward.passkey.all().isEmpty)
  }
}
