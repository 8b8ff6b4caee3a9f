import Doorward
import DoorwardTesting
import Observation
import Testing

/// Subscribers and observers of the state.
struct SubscriberTests {
  @Test(.timeLimit(.minutes(1))) func everySubscriberReceivesEveryStateWhileOthersComeAndGo() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    await doorward.ready()
    let rounds = 30
    let listener = Task { [states = doorward.authStates] in
      var received: [Bool] = []
      for await state in states {
        // A state may be announced again with another profile.
        if received.last != state.hasUser { received.append(state.hasUser) }
        if received.count == 2 * rounds + 1 { break }
      }
      return received
    }
    for _ in 0..<rounds {
      let others = (0..<20).map { _ in
        Task.detached { [states = doorward.authStates] in
          for await _ in states {}
        }
      }
      // They are cancelled at any moment, also while a state is sent to them.
      let cancelling = Task.detached {
        for one in others {
          await Task.yield()
          one.cancel()
        }
        for one in others { await one.value }
      }
      try await doorward.siwe.login(with: TestEthereumWallet())
      try await doorward.signOut()
      await cancelling.value
    }
    let received = await listener.value
    #expect(received == (0...(2 * rounds)).map { !$0.isMultiple(of: 2) })
  }

  @Test(.timeLimit(.minutes(1))) func clientIsUsableOffTheMainActor() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    #expect(await doorward.ready().isSignedOut)
    let state = try await Task.detached {
      try await doorward.siwe.login(with: TestEthereumWallet())
      return doorward.authState
    }.value
    #expect(state.isLoggedIn && !state.isSignedOut && doorward.currentUser == state.user)
  }

  @Test(.timeLimit(.minutes(1))) func observersAreToldOnTheMainActor() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    await doorward.ready()
    let (changes, change) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = doorward.isLoggedIn
    } onChange: {
      MainActor.preconditionIsolated()
      change.yield()
    }
    try await doorward.siwe.login(with: TestEthereumWallet())
    for await _ in changes { break }
    #expect(doorward.isLoggedIn)
  }

  /// The call that ends the session belongs to a user, or to a reauthentication. The calls of the observer do not.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func callsOfAnObserverAreTheAppsOwn(during reauthenticates: Bool) async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let user = doorward.currentUser?.id
    let (reactions, reaction) = AsyncStream<Task<DoorwardUser?, any Error>>.makeStream()
    withObservationTracking {
      _ = doorward.isLoggedIn
    } onChange: {
      reaction.yield(
        Task {
          try await doorward.siwe.login(with: TestEthereumWallet())
          return try await doorward.user.refresh()
        })
    }
    if reauthenticates {
      try await doorward.reauthenticate { try await $0.signOut() }
    } else {
      await doorward.calls(of: user) { _ = try? await doorward.signOut() }
    }
    for await next in reactions {
      let next = try await next.value
      #expect(next != nil && next?.id != user)
      break
    }
  }

  @Test(.timeLimit(.minutes(1))) func lockedStorageIsNotSignedOut() async throws {
    let storage = LockableStorage(InMemorySessionStorage())
    await storage.lock()
    var configuration = DoorwardTestServer().configuration
    configuration.storage = storage
    let state = await Doorward(configuration).ready()
    #expect(state == .undetermined && !state.isSignedOut)
  }
}
