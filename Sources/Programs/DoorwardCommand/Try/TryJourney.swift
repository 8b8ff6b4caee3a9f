import DoorwardCommandLine
import DoorwardCurl
import DoorwardServer
import DoorwardWire
import Encodings

/// Tries every sign-in that a running server offers, and then deletes the created users.
struct TryJourney {
  let api: TryAPI
  let choice: TryChoice
  let report: TryReport
  /// One session of each created user.
  private var made: [TrySession] = []

  init(api: TryAPI, choice: TryChoice, report: TryReport) {
    self.api = api
    self.choice = choice
    self.report = report
  }

  /// Runs every step.
  ///
  /// - Returns: Whether each step succeeded.
  mutating func run() async -> Bool {
    let start = ContinuousClock.now
    report.heading("Server \(api.origin)")
    guard let offer = await offer() else { return false }
    var isWhole = await signIn(offer)
    for session in made { isWhole = await delete(session) && isWhole }
    let elapsed = (ContinuousClock.now - start).roundedText
    report.heading(isWhole ? "Every step succeeded, in \(elapsed)." : "A step failed; see above.")
    return isWhole
  }

  /// Signs in once. The user is not deleted.
  ///
  /// - Returns: The access token; nil if a step failed.
  mutating func accessToken() async -> String? {
    report.heading("Server \(api.origin)")
    guard let offer = await offer(), let wallet = wallets(offer).first else { return nil }
    report.heading(wallet.title)
    guard let body = await answer(wallet, purpose: "sign_in", bearer: nil) else { return nil }
    return await open(with: wallet, body)?["access_token"]?.string
  }

  private mutating func signIn(_ offer: JSONValue) async -> Bool {
    let wallets = wallets(offer)
    var isWhole = !wallets.isEmpty
    var opened: [(wallet: any TryWallet, session: TrySession)] = []
    for wallet in wallets {
      report.heading(wallet.title)
      if let session = await signIn(with: wallet) {
        opened.append((wallet, session))
      } else {
        isWhole = false
      }
    }
    guard let owner = opened.first else { return false }
    var second: TrySession?
    if opened.count > 1, let wallet = try? TryNEARWallet(network: network(offer)) {
      report.heading("\(wallet.title), linked to the first account")
      second = await link(wallet, to: owner.session)
    } else {
      report.heading("The first account, again")
      second = await signIn(with: owner.wallet)
    }
    guard let second else { return false }
    let isSame = check(
      "it is the same user", second.user == owner.session.user, otherwise: "it is user \(second.user)")
    return await leave(second) && isSame && isWhole
  }

  /// A wallet of each kind that the application offers.
  private func wallets(_ offer: JSONValue) -> [any TryWallet] {
    let methods = offer["methods"]?.array?.compactMap(\.string) ?? []
    var wallets: [any TryWallet] = []
    if methods.contains("siwe") {
      wallets.append(
        TryEthereumWallet(
          chainID: choice.chain ?? offer["chains"]?[0]?["id"]?.uint64 ?? 1, domain: choice.domain,
          uri: choice.uri))
    }
    if methods.contains("near"), let wallet = try? TryNEARWallet(network: network(offer)) {
      wallets.append(wallet)
    }
    if wallets.isEmpty {
      report.line("This application offers no wallet sign-in; choose another one (--application).")
    }
    return wallets
  }

  private func network(_ offer: JSONValue) -> String {
    choice.network ?? offer["networks"]?[0]?.string ?? "mainnet"
  }

  // MARK: Steps

  private func offer() async -> JSONValue? {
    let start = ContinuousClock.now
    do {
      let offer = try await api.get(WirePath.configuration)
      guard let methods = offer["methods"]?.array?.compactMap(\.string) else {
        throw TryRefusal(status: 200, code: nil, detail: "the answer is not from a Doorward server")
      }
      report.done("sign-in methods", methods.joined(separator: ", "), took: ContinuousClock.now - start)
      return offer
    } catch let error as OutgoingHTTPError {
      report.failed("sign-in methods", error.reason, took: ContinuousClock.now - start)
      report.line("Is it running? On this machine: doorward serve --development")
    } catch {
      report.failed("sign-in methods", "\(error)", took: ContinuousClock.now - start)
    }
    return nil
  }

  /// Requests a challenge, signs in and refreshes.
  private mutating func signIn(with wallet: any TryWallet) async -> TrySession? {
    guard let body = await answer(wallet, purpose: "sign_in", bearer: nil),
      let session = await open(with: wallet, body), let opened = TrySession(session),
      let refresh = session["refresh_token"]?.string
    else { return nil }
    let isNew = session["is_new_user"] == true
    if isNew { made.append(opened) }
    let answer = await step(
      "refreshed", { "valid for \($0["expires_in"]?.int64 ?? 0) s" },
      {
        try await $0.post(WirePath.token, ["grant_type": "refresh_token", "refresh_token": .string(refresh)])
      })
    guard let refreshed = answer.flatMap(TrySession.init) else { return nil }
    if isNew { made[made.count - 1] = refreshed }
    return refreshed
  }

  private func open(with wallet: any TryWallet, _ proof: JSONObject) async -> JSONValue? {
    await step(
      "signed in", { "user \($0["user"]?["id"]?.string ?? "?")" },
      { try await $0.post(wallet.signInPath, .object(proof)) })
  }

  /// Adds a wallet to an account and signs in with it.
  private mutating func link(_ wallet: any TryWallet, to owner: TrySession) async -> TrySession? {
    guard let body = await answer(wallet, purpose: "link", bearer: owner.accountToken),
      await step(
        "linked", { "the account has \($0["identities"]?.array?.count ?? 0) identities" },
        { try await $0.post(wallet.linkPath, .object(body), bearer: owner.accountToken) }) != nil
    else { return nil }
    return await signIn(with: wallet)
  }

  private func leave(_ session: TrySession) async -> Bool {
    guard
      await step(
        "current user",
        { $0["identities"]?.array?.compactMap { $0["type"]?.string }.joined(separator: ", ") ?? "" },
        { try await $0.get(WirePath.user, bearer: session.accountToken) }) != nil,
      await step(
        "signed out", { _ in "" },
        { try await $0.post(WirePath.signOut, ["scope": "this"], bearer: session.accountToken) }) != nil
    else { return false }
    return await isDead(session)
  }

  private func delete(_ session: TrySession) async -> Bool {
    report.heading("User \(session.user), made by this command")
    guard
      await step(
        "deleted", { _ in "" }, { try await $0.delete(WirePath.user, bearer: session.accountToken) }) != nil
    else { return false }
    return await isDead(session)
  }

  private func isDead(_ session: TrySession) async -> Bool {
    let start = ContinuousClock.now
    let refusal: TryRefusal?
    do {
      _ = try await api.get(WirePath.user, bearer: session.accountToken)
      refusal = nil
    } catch {
      refusal = error as? TryRefusal
    }
    return check(
      "the token is not valid", refusal?.status == 401, otherwise: "it still gives access to the account",
      took: ContinuousClock.now - start)
  }

  /// Requests a challenge and signs it.
  private func answer(_ wallet: any TryWallet, purpose: String, bearer: String?) async -> JSONObject? {
    let binding = ClientBinding()
    var request = wallet.request
    request["purpose"] = .string(purpose)
    request["binding"] = .string(binding.value)
    let challenge = await step(
      "a message to sign", { $0["message"]?.string.map(Self.firstLine) ?? "" },
      { [request] in
        try await $0.post(wallet.challengePath, .object(request), bearer: bearer)
      })
    guard let challenge else { return nil }
    guard var proof = wallet.proof(of: challenge) else {
      _ = check("signed", false, otherwise: "the challenge cannot be signed")
      return nil
    }
    proof["binding_secret"] = .string(binding.secret)
    proof["metadata"] = ["wallet_client_type": "doorward-try"]
    return proof
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Reports whether a condition holds.
  private func check(_ name: String, _ isSo: Bool, otherwise: String, took elapsed: Duration = .zero)
    -> Bool
  {
    isSo ? report.done(name, "", took: elapsed) : report.failed(name, otherwise, took: elapsed)
    return isSo
  }

  /// Runs one step and reports it; nil if the server refused it.
  private func step(
    _ name: String, _ summary: (JSONValue) -> String, _ act: (TryAPI) async throws -> JSONValue
  ) async -> JSONValue? {
    let start = ContinuousClock.now
    do {
      let answer = try await act(api)
      report.done(name, summary(answer), took: ContinuousClock.now - start)
      return answer
    } catch {
      report.failed(
        name, (error as? any CodedError)?.reason ?? "\(error)", took: ContinuousClock.now - start)
      return nil
    }
  }
}
