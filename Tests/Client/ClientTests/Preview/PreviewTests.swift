import Doorward
import Encodings
import Foundation
import Testing

/// A preview shows its state and uses no network.
@MainActor struct PreviewTests {
  @Test(.timeLimit(.minutes(1))) func previewShowsItsState() async throws {
    let states: [DoorwardAuthState] = [
      .authenticated(.preview(name: "Ada")), .guest(.preview()), .undetermined,
      .guest(.preview(credential: .preview(accessToken: "guest"))),
      .error(DoorwardError(code: .storageLocked, reason: "It is locked.")),
    ]
    for state in states {
      let doorward = Doorward.preview(state)
      #expect(doorward.authState == state)
      for await shown in doorward.authStates {
        #expect(shown == state)
        break
      }
    }
    #expect(Doorward.preview(.authenticated(.preview(name: "Ada"))).currentUser?.info.name == "Ada")
    #expect(Doorward.preview().isLoggedIn)
    let guest = Doorward.preview(.guest(.preview(credential: .preview(accessToken: "guest"))))
    #expect(try await guest.accessToken() == "guest")
  }

  @Test func kindOfTheUserFollowsTheState() {
    let visitor = Doorward.preview(.anonymous(.preview(name: nil)))
    #expect(visitor.currentUser?.info.isAnonymous == true)
    #expect(visitor.authState.hasUser)
    #expect(!visitor.isLoggedIn)
    let user = Doorward.preview(.authenticated(.preview(.preview(isAnonymous: true))))
    #expect(user.currentUser?.info.isAnonymous == false)
  }

  @Test(.timeLimit(.minutes(1))) func callsOfTheServerThrowPreview() async throws {
    let doorward = Doorward.preview()
    #expect(try await doorward.accessToken() == "preview")
    let preview = DoorwardError(code: .preview, reason: "")
    await #expect(throws: preview) { try await doorward.user.refresh() }
    await #expect(throws: preview) { try await doorward.user.updatePersonalInfo(name: "Bea") }
    await #expect(throws: preview) { try await doorward.user.delete() }
    await #expect(throws: preview) { try await doorward.identities.all() }
    await #expect(throws: preview) { try await doorward.sessions.all() }
    await #expect(throws: preview) { try await doorward.near.challenge() }
    await #expect(throws: preview) { try await doorward.signOut(scope: .others) }
    let params = SiweMessageParams(
      appDomain: "a.b", appUri: "https://a.b", chainId: "1",
      walletAddress: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
    await #expect(throws: preview) { try await doorward.siwe.generateSiweMessage(params: params) }
    await #expect(throws: preview) { try await Doorward.preview(.guest(.preview())).anonymous.login() }
    await #expect(throws: preview) { try await Doorward.preview(.guest(.preview())).guest.login() }
    // The state has not changed.
    await doorward.retry()
    #expect(doorward.authState == .authenticated(.preview()))
  }

  @Test(.timeLimit(.minutes(1))) func signOutLeadsToTheSignedOutState() async throws {
    for scope in [Doorward.SignOutScope.this, .all] {
      for state: DoorwardAuthState in [.authenticated(.preview()), .anonymous(.preview())] {
        let doorward = Doorward.preview(state)
        // The other sessions cannot be ended, and this one is signed out.
        _ = try? await doorward.signOut(scope: scope)
        for await shown in doorward.authStates where shown == .guest(.preview()) { break }
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func retryEndsTheUndeterminedState() async throws {
    for state: DoorwardAuthState in [
      .undetermined, .error(DoorwardError(code: .storageLocked, reason: "Locked.")),
    ] {
      let doorward = Doorward.preview(state)
      await doorward.retry()
      for await shown in doorward.authStates where shown == .guest(.preview()) { break }
    }
  }

  @Test func everyTextOfAProfileCanBeShown() {
    for field in UserClient.Field.allCases {
      let info = DoorwardUserInfo.preview(name: nil, profile: [field: "text"])
      #expect(
        UserClient.Field.allCases.map { info[$0] }
          == UserClient.Field.allCases.map { $0 == field ? "text" : nil })
    }
    let info = DoorwardUserInfo.preview(name: "n", firstName: "f", lastName: "l", locale: "en")
    #expect([info.name, info.firstName, info.lastName, info.locale] == ["n", "f", "l", "en"])
  }

  @Test(.timeLimit(.minutes(1))) func everyMemberOfAUserIsKept() async throws {
    let full = DoorwardUserInfo.preview(
      id: "u", name: "n", firstName: "f", lastName: "l", email: "e", isEmailVerified: true, phoneNumber: "p",
      isPhoneNumberVerified: true, username: "u", picture: "https://a.b/c", locale: "en",
      createdAt: Date(timeIntervalSince1970: 1.234_567_89), lastSignInAt: Date(timeIntervalSince1970: 2),
      metadata: ["a": 1], appMetadata: ["b": [true, nil]],
      identities: [
        .preview(
          id: "i", type: "near", identifier: "ada.near", network: "mainnet",
          walletClientType: "w", connectorType: "c", verifiedAt: Date(timeIntervalSince1970: 3.3),
          lastUsedAt: nil)
      ])
    let user = DoorwardUser.preview(full, credential: .preview(accessToken: "t"), isVerified: false)
    let doorward = Doorward.preview(.authenticated(user))
    #expect(doorward.currentUser == user)
    // Read again from the record of the preview.
    await doorward.retry()
    for await shown in doorward.authStates {
      #expect(shown == .authenticated(user))
      break
    }
    #expect(try await doorward.accessToken() == "t")
  }
}
