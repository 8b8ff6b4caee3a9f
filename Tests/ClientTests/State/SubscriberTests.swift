import Doorward
import DoorwardTesting
import Testing

/// Who listens to the state hears all of it, whoever else comes and goes.
@MainActor struct SubscriberTests {
  @Test(.timeLimit(.minutes(1))) func noneIsLeftOutWhileOthersComeAndGo() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    for await state in doorward.authStates where state != .undetermined { break }
    let rounds = 100
    let listener = Task { [states = doorward.authStates] in
      var heard: [Bool] = []
      for await state in states {
        // A profile may be told of twice; what counts is who comes and who goes.
        if heard.last != state.hasUser { heard.append(state.hasUser) }
        if heard.count == 2 * rounds + 1 { break }
      }
      return heard
    }
    // Called off at every moment there is, also while they are being told.
    let crowd = Task.detached { [doorward] in
      await withTaskGroup(of: Void.self) { group in
        for number in 0... {
          if Task.isCancelled { break }
          if number >= 32 { await group.next() }
          let fickle = Task {
            for await _ in doorward.authStates {}
          }
          group.addTask {
            for _ in 0..<(number % 7) { await Task.yield() }
            fickle.cancel()
            await fickle.value
          }
        }
      }
    }
    for _ in 0..<rounds {
      try await doorward.siwe.login(with: TestEthereumWallet())
      try await doorward.signOut()
    }
    crowd.cancel()
    await crowd.value
    let heard = await listener.value
    #expect(heard == (0...(2 * rounds)).map { !$0.isMultiple(of: 2) })
  }
}
