import DoorwardServer
import Encodings
import OutgoingHTTP

/// Every sign-in the server offers, from challenge to sign-out, against the real server.
struct TryJourney {
  let api: TryAPI
  let chain: UInt64?
  let network: String?
  private let report = TryReport()

  init(api: TryAPI, chain: UInt64?, network: String?) {
    self.api = api
    self.chain = chain
    self.network = network
  }

  /// Takes every step; false where one did not go as it should.
  mutating func run() async -> Bool {
    let start = ContinuousClock.now
    report.heading("Server \(api.origin)")
    guard let offer = await offer() else { return false }
    let isWhole = await signIn(offer)
    let elapsed = (ContinuousClock.now - start).roundedText
    report.heading(isWhole ? "All of it worked, in \(elapsed)." : "Not all of it worked; see above.")
    return isWhole
  }

  private func signIn(_ offer: JSONValue) async -> Bool {
    let methods = offer["methods"]?.array?.compactMap(\.string) ?? []
    let nearNetwork = network ?? offer["networks"]?[0]?.string ?? "mainnet"
    guard methods.contains("siwe") || methods.contains("near") else {
      report.line("This application offers no wallet sign-in; name another one (--application).")
      return false
    }
    var ethereum: TrySession?
    var isWhole = true
    if methods.contains("siwe") {
      let wallet = TryEthereumWallet(chainID: chain ?? offer["chains"]?[0]?["id"]?.uint64 ?? 1)
      report.heading(wallet.title)
      ethereum = await signIn(with: wallet)
      isWhole = ethereum != nil
    }
    if methods.contains("near"), let wallet = try? TryNEARWallet(network: nearNetwork) {
      report.heading(wallet.title)
      let near = await signIn(with: wallet)
      isWhole = isWhole && near != nil
      if let near { isWhole = await leave(near) && isWhole }
      if let ethereum, near != nil, let second = try? TryNEARWallet(network: nearNetwork) {
        report.heading("\(second.title), linked to the Ethereum account")
        isWhole = await link(second, to: ethereum) && isWhole
      }
    }
    guard let ethereum else { return isWhole }
    report.heading("Leaving the Ethereum account")
    return await leave(ethereum) && isWhole
  }

  // MARK: Steps

  private func offer() async -> JSONValue? {
    let start = ContinuousClock.now
    do {
      let offer = try await api.get("/v1/config")
      guard let methods = offer["methods"]?.array?.compactMap(\.string) else {
        throw TryRefusal(status: 200, code: nil, detail: "this is no answer of a doorward")
      }
      report.done("what it offers", methods.joined(separator: ", "), took: ContinuousClock.now - start)
      return offer
    } catch let error as OutgoingHTTPError {
      report.failed("what it offers", error.reason, took: ContinuousClock.now - start)
      report.line("Is it running? On this machine: doorward serve --development")
    } catch {
      report.failed("what it offers", "\(error)", took: ContinuousClock.now - start)
    }
    return nil
  }

  /// Challenge, sign-in and refresh.
  private func signIn(with wallet: any TryWallet) async -> TrySession? {
    guard let body = await answer(wallet, purpose: "sign_in", bearer: nil),
      let session = await step(
        "signed in", { "user \($0["user"]?["id"]?.string ?? "?")" },
        { try await $0.post("\(wallet.path)/sign-in", .object(body)) }),
      let user = session["user"]?["id"]?.string, let refresh = session["refresh_token"]?.string,
      let refreshed = await step(
        "refreshed", { "good for \($0["expires_in"]?.int64 ?? 0) s" },
        {
          try await $0.post(
            "/v1/token", ["grant_type": "refresh_token", "refresh_token": .string(refresh)])
        }),
      let token = refreshed["account_token"]?.string
    else { return nil }
    return TrySession(user: user, accountToken: token)
  }

  /// Adds a wallet to an account, and sees that it then leads there.
  private func link(_ wallet: any TryWallet, to owner: TrySession) async -> Bool {
    guard let body = await answer(wallet, purpose: "link", bearer: owner.accountToken),
      await step(
        "linked", { "the account has \($0["identities"]?.array?.count ?? 0) identities" },
        { try await $0.post("\(wallet.path)/link", .object(body), bearer: owner.accountToken) }) != nil,
      let session = await signIn(with: wallet)
    else { return false }
    return check("it is the same user", session.user == owner.user, "it is user \(session.user)")
  }

  private func leave(_ session: TrySession) async -> Bool {
    guard
      await step(
        "who am I",
        { $0["identities"]?.array?.compactMap { $0["type"]?.string }.joined(separator: ", ") ?? "" },
        { try await $0.get("/v1/user", bearer: session.accountToken) }) != nil,
      await step(
        "signed out", { _ in "everywhere" },
        { try await $0.post("/v1/sign-out", ["scope": "all"], bearer: session.accountToken) }) != nil
    else { return false }
    let start = ContinuousClock.now
    let refusal: TryRefusal?
    do {
      _ = try await api.get("/v1/user", bearer: session.accountToken)
      refusal = nil
    } catch {
      refusal = error as? TryRefusal
    }
    return check(
      "the token is dead", refusal?.status == 401, "it still opens the account",
      took: ContinuousClock.now - start)
  }

  /// A challenge, signed.
  private func answer(_ wallet: any TryWallet, purpose: String, bearer: String?) async -> JSONObject? {
    let binding = TryBinding()
    var request = wallet.request(from: api)
    request["purpose"] = .string(purpose)
    request["binding"] = .string(binding.value)
    let challenge = await step(
      "a message to sign", { $0["message"]?.string.map(Self.firstLine) ?? "" },
      { [request] in
        try await $0.post("\(wallet.path)/\(wallet.challengeName)", .object(request), bearer: bearer)
      })
    guard let challenge else { return nil }
    guard var proof = wallet.proof(of: challenge) else {
      _ = check("signed", false, "the challenge is none to sign")
      return nil
    }
    proof["binding_secret"] = .string(binding.secret)
    proof["metadata"] = ["wallet_client_type": "doorward-try"]
    return proof
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Reports whether something is as it should be.
  private func check(_ name: String, _ isSo: Bool, _ otherwise: String, took elapsed: Duration = .zero)
    -> Bool
  {
    isSo ? report.done(name, "", took: elapsed) : report.failed(name, otherwise, took: elapsed)
    return isSo
  }

  /// Takes one step and reports it; nil where it was refused.
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

/// What a sign-in left to go on with.
struct TrySession: Sendable {
  let user: String
  let accountToken: String
}
