import Doorward
import Encodings
import Foundation
import NEAR
import NEARSignatures
import Testing

/// The SDK makes the same calls to the double and to the built server, gets the same answers
/// and reaches the same states.
@MainActor struct SameClientTests {
  /// Runs a script of an app against both and compares the requests, the answers and the states.
  private func compare(
    methods: [String] = ["siwe", "near"],
    _ body: @MainActor (Doorward, TestClock) async throws -> [String]
  ) async throws {
    var records: [(wire: [String], seen: [String])] = []
    for contender in try await Contender.both(methods: methods) {
      let time = TestClock()
      let doorward = Doorward(
        DoorwardConfiguration(
          serverURL: try #require(URL(string: contender.origin)), storage: InMemorySessionStorage(),
          transport: contender.record.transport, clock: time.clock, logger: .silent, visitors: .staySignedOut,
          renewsAhead: false))
      let seen = try await body(doorward, time)
      records.append((await contender.record.steps, seen))
    }
    #expect(!records[0].wire.isEmpty)
    #expect(records[0].wire.count == records[1].wire.count)
    for (real, double) in zip(records[0].wire, records[1].wire) { #expect(double == real) }
    #expect(records[0].seen == records[1].seen)
  }

  /// The parts of a state that an app sees.
  private func seen(_ state: AuthState) -> String {
    let info = state.user?.info
    return "\(state.isLoggedIn) \(state.hasUser) \(info?.name ?? "-") \(info?.identities.count ?? 0)"
  }

  private func code(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "done"
    } catch {
      return (error as? DoorwardError).map { "\($0.code.rawValue) \($0.status ?? 0)" } ?? "\(error)"
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInToSignOut() async throws {
    try await compare { doorward, time in
      var notes: [String] = []
      let wallet = TestWallet(.throwaway())
      notes.append(seen(try await doorward.siwe.login(with: wallet)))
      notes.append(
        await code { _ = try await doorward.siwe.unlink(address: wallet.address) })
      let key = try NEARSecretKey.throwaway()
      let challenge = try await doorward.near.challenge(for: .link)
      notes.append(seen(try await doorward.near.link(challenge, proof: key.proof(challenge))))
      notes.append(
        await code { _ = try await doorward.near.login(challenge, proof: key.proof(challenge)) })
      notes.append(seen(try await doorward.siwe.link(with: TestWallet(.throwaway()))))
      try await doorward.user.updatePersonalInfo(name: "Ada")
      try await doorward.user.updateMetadata(["theme": "dark"])
      try await doorward.user.clearPersonalInfo(.name)
      notes.append("\(try await doorward.user.refresh()?.info.metadata ?? [:])")
      time.advance(by: 20 * 60)
      _ = try await doorward.accessToken()
      notes += try await doorward.identities.all().map(\.type)
      notes += try await doorward.sessions.all().map { "\($0.isCurrent) \($0.methods)" }
      try await doorward.signOut(scope: .others)
      notes.append(
        await code { try await doorward.sessions.end("00000000-0000-4000-8000-000000000000") })
      try await doorward.signOut()
      notes.append(await code { _ = try await doorward.accessToken() })
      // Signed in again, then deleted.
      notes.append(seen(try await doorward.siwe.login(with: wallet)))
      try await doorward.user.delete()
      return notes
    }
  }

  @Test(.timeLimit(.minutes(2))) func visitors() async throws {
    try await compare(methods: ["siwe", "anonymous", "guest"]) { doorward, time in
      var notes = [seen(try await doorward.guest.login())]
      time.advance(by: 20 * 60)
      _ = try await doorward.accessToken()
      notes.append(seen(try await doorward.anonymous.login()))
      notes.append(seen(try await doorward.siwe.login(with: TestWallet(.throwaway()))))
      notes.append(await code { _ = try await doorward.near.challenge() })
      try await doorward.signOut(scope: .all)
      return notes
    }
  }
}

extension NEARSecretKey {
  fileprivate func proof(_ challenge: NearChallenge) throws -> NearProof {
    let message = try NEP413Message(
      message: challenge.message, recipient: challenge.recipient, nonce: challenge.nonce,
      callbackURL: challenge.callbackURL)
    return NearProof(
      accountId: try publicKey().implicitAccountID.description, publicKey: try publicKey().description,
      signature: try sign(message).base64)
  }
}
