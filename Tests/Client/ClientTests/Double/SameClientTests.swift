import Doorward
import DoorwardTesting
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
    methods: [String] = ["siwe", "near"], identifiers: [String] = ["email", "phone_number"],
    factorCodes: [String]? = nil, passkeys: Bool = false,
    _ body: @MainActor (Doorward, TestClock, Contender) async throws -> [String]
  ) async throws {
    var records: [(wire: [String], seen: [String])] = []
    for contender in try await Contender.both(
      Contender.Setup(methods: methods, identifiers: identifiers, factorCodes: factorCodes))
    {
      let time = TestClock()
      let doorward = Doorward(
        DoorwardConfiguration(
          serverURL: try #require(URL(string: contender.origin)), storage: InMemorySessionStorage(),
          transport: contender.record.transport, clock: time.clock, logger: .silent, visitors: .staySignedOut,
          renewsAhead: false, passkeys: passkeys ? TestPasskeys.ofDomain() : nil))
      let seen = try await body(doorward, time, contender)
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
    try await compare { doorward, time, _ in
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

  @Test(.timeLimit(.minutes(2))) func passwordsAndCodes() async throws {
    try await compare(methods: ["password", "code", "siwe", "anonymous"]) { doorward, time, contender in
      let (mail, phone, password) = ("ada@example.com", "+4915123456789", "correct horse battery")
      let offer = try await doorward.offer()
      var notes = ["\(offer)"]
      let seen = { (outcome: SignInOutcome) in
        guard case .signedIn(let state) = outcome else { return "\(outcome)" }
        let info = state.user?.info
        return
          "\(state.isLoggedIn) \(info?.email ?? "-") \(info?.phoneNumber ?? "-") \(info?.hasPassword ?? false)"
      }
      let code = { (address: String) in await contender.code(address) ?? "" }
      notes.append(await self.code { _ = try await doorward.password.signUp(email: mail, password: "short") })
      guard
        case .verificationRequired(let first) = try await doorward.password.signUp(
          email: mail, password: password, name: "Ada")
      else { return notes }
      let wrong = await code(mail)
      let second = try await doorward.code.resend(first)
      let right = await code(mail)
      if wrong != right {
        notes.append(await self.code { _ = try await doorward.code.verify(second, code: wrong) })
      }
      notes.append(
        seen(try await doorward.code.verify(second, code: " \(right.prefix(3)) \(right.suffix(3))")))
      notes.append(
        await self.code {
          try await doorward.password.change(from: "not the password", to: "a long new password")
        })
      try await doorward.password.change(from: password, to: "a long new password")
      let number = try await doorward.code.send(phoneNumber: phone, for: .verify)
      notes.append(seen(try await doorward.code.verify(number, code: code(phone))))
      notes.append(
        await self.code { _ = try await doorward.code.send(email: "eve@example.com", for: .verify) })
      let change = try await doorward.code.send(email: "eve@example.com", for: .change)
      notes.append(seen(try await doorward.code.verify(change, code: code("eve@example.com"))))
      notes += try await doorward.identities.all().map { "\($0.type) \($0.identifier)" }
      notes += try await doorward.sessions.all().map { "\($0.isCurrent) \($0.methods)" }
      try await doorward.signOut()
      notes.append(
        await self.code { try await doorward.password.login(identifier: phone, password: password) })
      notes.append(
        seen(try await doorward.password.login(identifier: phone, password: "a long new password")))
      try await doorward.signOut()
      let reset = try await doorward.password.reset(identifier: "Eve@Example.com")
      let typed = await code("eve@example.com")
      notes.append(await self.code { try await doorward.code.verify(reset, code: typed) })
      notes.append(
        await self.code { try await doorward.password.confirmReset(reset, code: typed, newPassword: "short") }
      )
      notes.append(
        seen(
          try await doorward.password.confirmReset(reset, code: typed, newPassword: "another long password")))
      try await doorward.signOut()
      let visitor = try await doorward.anonymous.login().user?.id
      let signUp = try await doorward.code.send(email: "bob@example.com")
      notes.append(seen(try await doorward.code.verify(signUp, code: code("bob@example.com"))))
      notes.append("\(doorward.currentUser?.id == visitor)")
      return notes
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInForgetsTheGuessesOfSessions() async throws {
    try await compare(methods: ["password", "code"]) { doorward, _, contender in
      var notes: [String] = []
      let (mail, password) = ("ada@example.com", "correct horse battery")
      guard
        case .verificationRequired(let sent) = try await doorward.password.signUp(
          email: mail, password: password)
      else { return notes }
      _ = try await doorward.code.verify(sent, code: contender.code(mail) ?? "")
      for _ in 0..<5 {
        notes.append(
          await code {
            try await doorward.password.change(from: "not the password", to: "a long new password")
          })
      }
      _ = try await doorward.password.login(identifier: mail, password: password)
      notes.append(
        await code { try await doorward.password.change(from: password, to: "a long new password") })
      return notes
    }
  }

  @Test(.timeLimit(.minutes(2))) func profileAndDeletion() async throws {
    try await compare(methods: ["password", "code", "siwe"], identifiers: ["email", "username"]) {
      doorward, _, contender in
      var notes: [String] = []
      let wallet = TestWallet(.throwaway())
      try await doorward.siwe.login(with: wallet)
      notes.append(try await doorward.user.setUsername("lovelace")?.info.username ?? "-")
      notes.append(await code { _ = try await doorward.user.setUsername("a") })
      let picture = try await doorward.user.setPhoto(TestImages.data("location.jpg"))?.info.photoURL(side: 64)
      notes.append("\(picture?.query() ?? "-")")
      notes.append(await code { _ = try await doorward.user.setPhoto(Data("no image".utf8)) })
      notes.append("\(try await doorward.user.removePhoto()?.info.picture ?? "none")")
      notes.append("\(try await doorward.user.export()["photo"] ?? 0)")
      notes.append("\(try await doorward.user.removeUsername()?.info.username ?? "none")")
      try await doorward.user.delete()
      notes.append(seen(doorward.authState))
      let error = await #expect(throws: DoorwardError.self) { try await doorward.siwe.login(with: wallet) }
      let deletion = try #require(error?.accountDeletion)
      let left = deletion.deletesAt.timeIntervalSince(contender.now()) / 86400
      notes.append("\(left.rounded()) days")
      let kept = try await doorward.user.keepAccount(deletion)
      notes.append("\(seen(kept.state)) \(kept.recoveryCodes)")
      return notes
    }
  }

  @Test(.timeLimit(.minutes(2))) func requiredSecondFactors() async throws {
    try await compare(methods: ["password", "code", "siwe"], factorCodes: ["email"]) {
      doorward, _, contender in
      var notes: [String] = []
      let (mail, password) = ("ada@example.com", "correct horse battery")
      guard
        case .verificationRequired(let sent) = try await doorward.password.signUp(
          email: mail, password: password),
        case .secondFactorRequired(let challenge) = try await doorward.code.verify(
          sent, code: contender.code(mail) ?? "")
      else { return notes }
      notes.append("\(challenge.methods) \(challenge.enrollmentMethods)")
      let enrollment = try await doorward.secondFactor.enroll(challenge)
      let authenticator = try TestAuthenticator(enrollment.authenticator)
      notes.append(await code { _ = try await doorward.secondFactor.finish(enrollment, code: "no code") })
      let done = try await doorward.secondFactor.finish(
        enrollment, code: authenticator.code(at: contender.now()))
      notes.append("\(seen(done.state)) \(done.recoveryCodes.count)")
      let factor = try #require(try await doorward.secondFactor.all().factors.first)
      try await doorward.secondFactor.remove(factor.id)
      try await doorward.signOut()
      guard
        case .secondFactorRequired(let next) = try await doorward.password.login(
          identifier: mail, password: password)
      else { return notes }
      notes.append("\(next.methods) \(next.enrollmentMethods)")
      let code = try await doorward.secondFactor.sendCode(next)
      notes.append("\(code.channel) \(code.sentTo)")
      notes.append("\(try await doorward.secondFactor.verify(code, code: contender.code(mail) ?? ""))")
      notes += try await doorward.sessions.all().map { "\($0.isCurrent) \($0.methods)" }
      return notes.map { $0.contains("signedIn") ? "signed in" : $0 }
    }
  }

  @Test(.timeLimit(.minutes(2))) func passkeys() async throws {
    try await compare(methods: ["passkey", "siwe"], passkeys: true) { doorward, _, _ in
      var notes = [seen(try await doorward.passkey.signUp(name: "Ada").state)]
      notes.append(await code { try await doorward.passkey.link() })
      notes += try await doorward.passkey.all().map { "\($0.name) \($0.isBackedUp) \($0.model)" }
      let id = try await doorward.passkey.all().first?.id ?? ""
      notes.append(try await doorward.passkey.rename(id, to: "Laptop").name)
      notes.append(await code { try await doorward.passkey.unlink(id) })
      try await doorward.user.updatePersonalInfo(name: "Lovelace")
      try await doorward.siwe.link(with: TestWallet(.throwaway()))
      try await doorward.signOut()
      notes.append(seen(try await doorward.passkey.login().state))
      notes.append(seen(try await doorward.passkey.unlink(id)))
      notes.append(await code { try await doorward.passkey.login() })
      return notes
    }
  }

  @Test(.timeLimit(.minutes(2))) func visitors() async throws {
    try await compare(methods: ["siwe", "anonymous", "guest"]) { doorward, time, _ in
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
