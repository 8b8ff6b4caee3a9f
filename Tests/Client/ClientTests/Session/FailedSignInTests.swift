import ChildProcesses
import EthereumSignatures
import Foundation
import Testing

@testable import Doorward

/// A sign-in that is overtaken by a sign-out, or that cannot be stored, leaves no session.
@MainActor struct FailedSignInTests {
  private let storage = HookedStorage()

  @Test(.timeLimit(.minutes(1)), arguments: [Doorward.SignOutScope.this, .all], [0, 1, 2])
  func signOutWhileSignInIsStoredEndsBoth(_ scope: Doorward.SignOutScope, failures: Int) async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    let elsewhere = try Client(client.server, time: client.time)
    try await elsewhere.signInAs(client.wallet)
    let another = EthereumSecretKey.throwaway()
    let anotherElsewhere = try Client(client.server, time: client.time)
    try await anotherElsewhere.signInAs(another)
    let storing = Stop()
    await storage.next(.afterSave) { await storing.wait() }
    let signIn = Task { try await client.signInAs(another) }
    await storing.isReached()
    for _ in 0..<failures { await storage.failToRemove() }
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut(scope: scope) }
    #expect(await client.isSignedOut())
    storing.resume()
    await #expect(throws: DoorwardError.self) { try await signIn.value }
    _ = try await signOut.value
    try await storage.untilWithoutSession()
    #expect(await client.present()?.isSignedOut == true)
    // The sign-out everywhere was for the first user.
    client.time.advance(by: 16 * 60)
    #expect(try await anotherElsewhere.doorward.sessions.all().count == 1)
    if scope == .all {
      await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
        try await elsewhere.doorward.accessToken()
      }
    } else {
      #expect(try await elsewhere.doorward.sessions.all().count == 1)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func misreportedWriteLeavesNoSession(_ hasUser: Bool) async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    if hasUser { try await client.signIn() } else { #expect(await client.isSignedOut()) }
    await storage.next(.afterSave) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "It is stored, and may not survive a power cut.")
    }
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) {
      try await client.signInAsAnother()
    }
    try await storage.untilWithoutSession()
    #expect(await client.present()?.isSignedOut == true)
  }

  @Test(.timeLimit(.minutes(1))) func failedSignInKeepsPendingSignOut() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    await storage.refuse("refresh_token")
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError(code: .signOutNotStored, reason: "")) {
      try await client.doorward.engine.signOut(within: .seconds(50))
    }
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) {
      try await client.signInAsAnother()
    }
    #expect(await client.present()?.isSignedOut == true)
    await storage.refuse(nil)
    try await storage.untilWithoutSession()
    #expect(await client.present()?.isSignedOut == true)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func signOutWhileVisitorIsStoredLeavesNoVisitor(_ isGuest: Bool) async throws {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["siwe", "\(isGuest ? "guest" : "anonymous")"]}]}
        """)
    let client = try Client(server, storage: storage)
    #expect(await client.isSignedOut())
    let storing = Stop()
    await storage.next(.afterSave) { await storing.wait() }
    let visit = Task { [doorward = client.doorward] in
      _ = if isGuest { try await doorward.guest.login() } else { try await doorward.anonymous.login() }
    }
    await storing.isReached()
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut() }
    while await client.doorward.engine.machine.signOuts.isEmpty {
      try await Task.sleep(for: .milliseconds(1))
    }
    storing.resume()
    await #expect(throws: DoorwardError.self) { try await visit.value }
    _ = try await signOut.value
    try await storage.untilWithoutSession()
    #expect(await client.present()?.isSignedOut == true)
  }
}
