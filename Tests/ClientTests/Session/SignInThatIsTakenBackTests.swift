import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

/// Somebody who was signed out of as they were kept, or whose record is there though keeping it failed, is not found
/// later.
@MainActor struct SignInThatIsTakenBackTests {
  private let storage = HookedStorage()

  @Test(.timeLimit(.minutes(1)), arguments: [Doorward.SignOutScope.this, .all], [0, 1, 2])
  func aSignInThatIsSignedOutOfAsItIsKeptIsGone(_ scope: Doorward.SignOutScope, failures: Int) async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    let elsewhere = try Client(client.server, time: client.time)
    try await elsewhere.signInAs(client.wallet)
    let another = EthereumSecretKey.throwaway()
    let anotherElsewhere = try Client(client.server, time: client.time)
    try await anotherElsewhere.signInAs(another)
    let keeping = Stop()
    await storage.next(.afterSave) { await keeping.wait() }
    let signIn = Task { try await client.signInAs(another) }
    await keeping.isReached()
    // The sign-in takes back what it has kept; where it cannot, the sign-out that waits for it does.
    for _ in 0..<failures { await storage.failToRemove() }
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut(scope: scope) }
    #expect(await client.state { !$0.hasUser } != nil)
    keeping.goOn()
    await #expect(throws: DoorwardError.self) { try await signIn.value }
    try await signOut.value
    await client.doorward.retry()
    #expect(try await storage.load() == nil)
    #expect(await client.present()?.hasUser == false)
    // It is one person who signed out everywhere, and the other has signed in for nothing.
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
  func aSignInThatFailsThoughItWasKeptIsGone(_ isSomebodyHere: Bool) async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    if isSomebodyHere { try await client.signIn() } else { #expect(await client.isNobody()) }
    await storage.next(.afterSave) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "It is there, and may not outlast a power cut.")
    }
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) {
      try await client.signInAsAnother()
    }
    #expect(try await storage.load() == nil)
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1))) func whoIsSignedOutOfAsTheyAreKeptIsGoneThoughTheyCouldNotBeLookedFor()
    async throws
  {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    let keeping = Stop()
    await storage.next(.afterSave) { await keeping.wait() }
    let signIn = Task { try await client.signInAsAnother() }
    await keeping.isReached()
    await storage.next(.beforeLoad) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "The disk cannot be read just now.")
    }
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut() }
    #expect(await client.state { !$0.hasUser } != nil)
    keeping.goOn()
    await #expect(throws: DoorwardError.self) { try await signIn.value }
    try await signOut.value
    #expect(try await storage.load() == nil)
  }

  @Test(.timeLimit(.minutes(1))) func aSignInThatFailsForgetsNobodyWhoWasLeft() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    await storage.failToRemove()
    try await client.doorward.signOut()
    let away: @Sendable () async throws(StorageError) -> Void = { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "The disk is away.")
    }
    for moment in [HookedStorage.Moment.beforeLoad, .beforeSave, .beforeLoad] {
      await storage.next(moment, away)
    }
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) {
      try await client.signInAsAnother()
    }
    #expect(try await storage.load() != nil)
    await client.doorward.retry()
    #expect(try await storage.load() == nil)
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func aVisitorWhoIsSignedOutOfAsTheyAreKeptIsGone(_ isGuest: Bool) async throws {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["siwe", "\(isGuest ? "guest" : "anonymous")"]}]}
        """)
    let client = try Client(server, storage: storage)
    #expect(await client.isNobody())
    let (keeping, waiting) = (Stop(), Stop())
    await storage.next(.afterSave) { await keeping.wait() }
    let visit = Task { [doorward = client.doorward] in
      _ = if isGuest { try await doorward.guest.login() } else { try await doorward.anonymous.login() }
    }
    await keeping.isReached()
    await storage.next(.beforeAlone) { await waiting.wait() }
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut() }
    await waiting.isReached()
    waiting.goOn()
    keeping.goOn()
    _ = await visit.result
    try await signOut.value
    await client.doorward.retry()
    #expect(try await storage.load() == nil)
    #expect(await client.present()?.hasUser == false)
  }
}
