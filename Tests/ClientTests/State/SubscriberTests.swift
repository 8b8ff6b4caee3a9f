import Doorward
import DoorwardTesting
import Testing

/// Who listens to the state hears all of it, whoever else comes and goes.
@MainActor struct SubscriberTests {
  @Test(.timeLimit(.minutes(1))) func noneIsLeftOutWhileOthersComeAndGo() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    for await state in doorward.authStates where state != .undetermined { break }
    let rounds = 30
    let listener = Task { [states = doorward.authStates] in
      var heard: [Bool] = []
      for await state in states {
        // A profile may be told of twice; what counts is who comes and who goes.
        if heard.last != state.hasUser { heard.append(state.hasUser) }
        if heard.count == 2 * rounds + 1 { break }
      }
      return heard
    }
    for _ in 0..<rounds {
      let fickle = (0..<20).map { _ in
        Task.detached { [states = doorward.authStates] in
          for await _ in states {}
        }
      }
      // Called off at every moment there is, also while they are being told.
      let crowd = Task.detached {
        for one in fickle {
          await Task.yield()
          one.cancel()
        }
        for one in fickle { await one.value }
      }
      try await doorward.siwe.login(with: TestEthereumWallet())
      try await doorward.signOut()
      await crowd.value
    }
    let heard = await listener.value
    #expect(heard == (0...(2 * rounds)).map { !$0.isMultiple(of: 2) })
  }
}
