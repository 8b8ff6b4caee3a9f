import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Sampling
import Testing

/// Devices of one user that add, rename, remove and use passkeys in a random order. After each step, the built server has
/// exactly the passkeys that the steps have left, and the authenticator of the device has exactly those of them that were
/// made there.
@MainActor struct RandomPasskeyTests {
  /// A device of the user, with its own authenticator.
  @MainActor private final class Device {
    let client: Client
    let passkeys = TestPasskeys.ofDomain()
    /// The passkeys that were made here.
    var made: Set<String> = []

    init(_ server: RunningServer) throws { client = try Client(server, passkeys: passkeys) }

    /// The passkeys that the authenticator has.
    var own: Set<String> {
      get async { Set(await passkeys.passkeys.map { Base64URL.encode($0.credentialID) }) }
    }
  }

  private enum Step: CaseIterable { case add, rename, remove, signIn, signInByWallet, list }

  @Test(
    .timeLimit(.minutes(10)), .takesLong("It makes 150 steps with a server and four devices."),
    arguments: [UInt64(1)])
  func serverAndAuthenticatorsAgreeAfterEachStep(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = try await RunningServer.withPasskeys()
    let devices = try (0..<4).map { _ in try Device(server) }
    // The wallet is the same on each device, and is a way in that no step removes.
    let wallet = devices[0].client.wallet
    for device in devices { try await device.client.signInAs(wallet) }
    // Reads the server's list without telling an authenticator.
    let observer = try Client(server)
    try await observer.signInAs(wallet)
    // The names of the user's passkeys, by their credential ids.
    var model: [String: String] = [:]
    var counts: [Step: Int] = [:]
    for number in 1...(CaseSample.ofThisRun.isComplete ? 1000 : 150) {
      let device = devices[Int.random(in: devices.indices, using: &random)]
      let step = Step.allCases.randomElement(using: &random) ?? .list
      let place = Comment(rawValue: "step \(number) of seed \(seed): \(step)")
      counts[step, default: 0] += 1
      // A removal on another device may have ended the session.
      _ = try? await device.client.doorward.user.refresh()
      if !device.client.doorward.isLoggedIn { try await device.client.signInAs(wallet) }
      try await perform(step, on: device, wallet, &model, &random)
      let accepted = device.made.intersection(model.keys)
      // A sign-in does not wait for the signals.
      if step == .signIn || step == .signInByWallet {
        while await device.own != accepted, !Task.isCancelled { await Task.yield() }
      }
      try #require(await device.own == accepted, place)
      let listed = try await observer.doorward.passkey.all()
      let found = Dictionary(uniqueKeysWithValues: listed.map { ($0.credentialID, $0.name) })
      try #require(found == model, place)
      try #require(device.client.doorward.isLoggedIn, place)
    }
    #expect(counts.count == Step.allCases.count)
  }

  private func perform(
    _ step: Step, on device: Device, _ wallet: EthereumSecretKey, _ model: inout [String: String],
    _ random: inout SplitMix64
  ) async throws {
    let doorward = device.client.doorward
    let own = await device.own
    switch step {
    case .add:
      // An authenticator refuses another passkey only if the server still has its own.
      if own.isDisjoint(with: model.keys) {
        try await doorward.passkey.link()
        let made = try #require(await device.own.subtracting(own).first)
        device.made.insert(made)
        model[made] = "Passkey"
      } else {
        let error = await #expect(throws: DoorwardError.self) { try await doorward.passkey.link() }
        #expect(error?.code == .passkeyRegistered)
      }
    case .rename:
      guard let passkey = try await doorward.passkey.all().randomElement(using: &random) else { return }
      let name = "Key \(UInt8.random(in: .min ... .max, using: &random))"
      try await doorward.passkey.rename(passkey.id, to: name)
      model[passkey.credentialID] = name
    case .remove:
      guard let passkey = try await doorward.passkey.all().randomElement(using: &random) else { return }
      let state = try await doorward.passkey.unlink(passkey.id)
      model[passkey.credentialID] = nil
      // The session has rested on the passkey alone.
      if state.isSignedOut { try await device.client.signInAs(wallet) }
    case .signIn:
      try await doorward.signOut()
      do {
        _ = try await doorward.passkey.login().state
        #expect(!device.made.isDisjoint(with: model.keys))
      } catch let error as DoorwardError {
        // The passkey was removed on another device, or the device has none. It is forgotten now.
        #expect([.noPasskey, .unknownPasskey].contains(error.code))
        #expect(device.made.isDisjoint(with: model.keys))
        #expect(await device.own.isEmpty)
        try await device.client.signInAs(wallet)
      }
    case .signInByWallet:
      try await doorward.signOut()
      try await device.client.signInAs(wallet)
    case .list: _ = try await doorward.passkey.all()
    }
  }
}
