import ChildProcesses
import Doorward
import Encodings
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

@MainActor struct SiweTests {
  @Test(.timeLimit(.minutes(1))) func metadataGivenAtLoginOverridesThatOfTheMessage() async throws {
    let client = try Client(await RunningServer.start())
    let message = try await client.doorward.siwe.generateSiweMessage(
      params: client.server.params(client.wallet),
      metadata: WalletLoginMetadata(walletClientType: .metamask, connectorType: "injected"))
    let state = try await client.doorward.siwe.loginWithSiwe(
      client.wallet.personalSign(message), metadata: WalletLoginMetadata(walletClientType: .rainbow))
    #expect(state.user?.info.identities.first?.walletClientType == "rainbow")
    #expect(state.user?.info.identities.first?.identifier == client.wallet.address.description)
  }

  @Test(.timeLimit(.minutes(1))) func signInWithoutMessageThrows() async throws {
    let client = try Client(await RunningServer.start())
    await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
      try await client.doorward.siwe.loginWithSiwe("0x00")
    }
  }

  @Test(.timeLimit(.minutes(1))) func flowAnnouncesItsProgress() async throws {
    let client = try Client(await RunningServer.start())
    let states = client.doorward.siwe.flowStates
    let reader = Task {
      var seen: [SiweFlowState] = []
      for await state in states {
        seen.append(state)
        if state == .done { break }
      }
      return seen
    }
    try await client.signIn()
    #expect(
      await reader.value == [.initial, .generatingMessage, .awaitingSignature, .submittingSignature, .done])
  }

  @Test(.timeLimit(.minutes(1))) func wrongSignatureIsAnErrorOfTheServer() async throws {
    let client = try Client(await RunningServer.start())
    let message = try await client.doorward.siwe.generateSiweMessage(
      params: client.server.params(client.wallet))
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.siwe.loginWithSiwe(EthereumSecretKey.throwaway().personalSign(message))
    }
    #expect(error?.traceID != nil)
    #expect(error?.isRetryable == false)
    #expect(!client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func accountIsLinkedAndUnlinked() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let second = EthereumSecretKey.throwaway()
    let message = try await client.doorward.siwe.generateMessage(
      params: client.server.params(second), purpose: .link)
    let linked = try await client.doorward.siwe.link(
      message: message, signature: second.personalSign(message))
    #expect(linked.user?.info.identities.count == 2)
    let unlinked = try await client.doorward.siwe.unlink(address: second.address.description)
    #expect(unlinked.user?.info.identities.count == 1)
    await #expect(throws: DoorwardError.self) {
      try await client.doorward.siwe.unlink(address: client.wallet.address.description)
    }
  }

  @Test(.timeLimit(.minutes(1))) func messageWorksForItsPurposeOnly() async throws {
    let client = try Client(await RunningServer.start())
    let params = try client.server.params(client.wallet)
    let toSignIn = try await client.doorward.siwe.generateSiweMessage(params: params)
    await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
      try await client.doorward.siwe.linkWithSiwe(client.wallet.personalSign(toSignIn))
    }
    try await client.doorward.siwe.loginWithSiwe(client.wallet.personalSign(toSignIn))
    // While a user is signed in, the next message is one to link with.
    let second = EthereumSecretKey.throwaway()
    let toLink = try await client.doorward.siwe.generateSiweMessage(params: client.server.params(second))
    let linked = try await client.doorward.siwe.linkWithSiwe(second.personalSign(toLink))
    #expect(linked.user?.info.identities.count == 2)
  }

  @Test(.timeLimit(.minutes(1))) func unsentSignatureCanBeSentAgain()
    async throws
  {
    let client = try Client(await RunningServer.start())
    let message = try await client.doorward.siwe.generateSiweMessage(
      params: client.server.params(client.wallet))
    let signature = try client.wallet.personalSign(message)
    await client.wire.next("/v1/ethereum/sign-in", .drop)
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await client.doorward.siwe.loginWithSiwe(signature)
    }
    #expect(try await client.doorward.siwe.loginWithSiwe(signature).isLoggedIn)
    await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
      try await client.doorward.siwe.loginWithSiwe(signature)
    }
  }

  @Test(.timeLimit(.minutes(1))) func messageWithOtherParametersIsRefused() async throws {
    let client = try Client(await RunningServer.start())
    let params = try client.server.params(client.wallet)
    let message = try await client.doorward.siwe.generateMessage(params: params)
    let signature = try client.wallet.personalSign(message)
    var others = [params, params, params, params]
    others[0].chainId = "10"
    others[1].appDomain = "evil.example"
    others[2].appUri = "https://evil.example"
    others[3].walletAddress = EthereumSecretKey.throwaway().address.description
    for other in others {
      await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
        try await client.doorward.siwe.login(message: message, signature: signature, params: other)
      }
    }
    #expect(
      try await client.doorward.siwe.login(message: message, signature: signature, params: params).isLoggedIn)
  }

  @Test(arguments: [
    "domain", "address", "uri", "chain", "statement", "scheme", "carriage return", "version", "nothing",
  ])
  func messageOfTheServerWithOtherParametersIsRefused(_ what: String) async throws {
    var fields = SIWEFields(
      domain: "my-domain.com", address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", statement: "Sign in.",
      uri: "https://my-domain.com", chainID: 1, nonce: "12345678", issuedAt: "2026-01-01T00:00:00Z")
    let params = SiweMessageParams(
      appDomain: fields.domain, appUri: fields.uri, chainId: "1", walletAddress: fields.address)
    switch what {
    case "domain": fields.domain = "evil.example"
    case "address": fields.address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    case "uri": fields.uri = "https://evil.example"
    case "chain": fields.chainID = 10
    default: break
    }
    var text = try SIWEMessage(fields).text
    switch what {
    // The requested values are in the statement, which users read and programs do not.
    case "statement":
      text = text.replacing("Sign in.", with: "URI: https://my-domain.com\nVersion: 1\nChain ID: 1\n")
        .replacing("\n\nURI: https://my", with: "\n\nURI: https://evil")
    case "scheme": text = "evil.example wants ://" + text
    case "carriage return": text = text.replacing("\nURI", with: "\rURI")
    case "version": text = text.replacing("Version: 1", with: "Version: 2")
    case "nothing": text = ""
    default: break
    }
    await #expect(throws: DoorwardError(code: .malformedAnswer, reason: "")) {
      try await self.answering(["message": .string(text)]).siwe.generateMessage(params: params)
    }
  }

  @Test(arguments: [nil, "Sign in.", "URI: https://evil.example"], [nil, "https"])
  func messageOfTheServerAsRequestedIsAccepted(_ statement: String?, _ scheme: String?) async throws {
    let address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    let text = try SIWEMessage(
      SIWEFields(
        scheme: scheme, domain: "my-domain.com", address: address, statement: statement,
        uri: "https://my-domain.com", chainID: 1, nonce: "12345678", issuedAt: "2026-01-01T00:00:00Z")
    ).text
    // Wallets return accounts in lower case, and some programs write numbers with leading zeros.
    let message = try await answering(["message": .string(text)]).siwe.generateMessage(
      params: SiweMessageParams(
        appDomain: "my-domain.com", appUri: "https://my-domain.com", chainId: "01",
        walletAddress: address.lowercased()))
    #expect(message == text)
  }

  private func answering(_ answer: JSONObject) throws -> Doorward {
    Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: "https://accounts.example.com")),
        storage: InMemorySessionStorage(),
        transport: DoorwardTransport { _ in DoorwardResponse(status: 200, body: answer.serialized()) },
        logger: .silent, visitors: .staySignedOut))
  }

  @Test(.timeLimit(.minutes(1))) func twoClientsAreIndependent() async throws {
    let server = try await RunningServer.start()
    let (one, two) = (try Client(server), try Client(server))
    let (first, second) = (try await one.signIn(), try await two.signIn())
    #expect(first.user?.id != second.user?.id)
    #expect(try await one.doorward.accessToken() != two.doorward.accessToken())
  }
}
