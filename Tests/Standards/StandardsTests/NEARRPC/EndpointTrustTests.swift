import Encodings
import Foundation
import NEAR
import Testing

private typealias Net = FakeNetwork

@Suite("An endpoint must serve the right chain, the right genesis block and recent blocks")
struct EndpointTrustTests {
  private let answers = Net.node(["view_account": Net.account])

  private func failures(_ status: String, genesisHash: String? = Net.genesis) async throws -> [NEARRPCFailure
    .Code]
  {
    let log = FailureLog()
    let net = Net(Net.node(status: .result(status), ["view_account": Net.account]), answers)
    _ = try await net.client(genesisHash: genesisHash, failures: log).viewAccount(Sample.alice)
    return log.codes
  }

  @Test("Another network, another genesis block or a synchronizing node: the next endpoint is queried")
  func vets() async throws {
    #expect(try await failures(Net.status()) == [])
    #expect(try await failures(Net.status(chain: "testnet")) == [.wrongChain])
    #expect(try await failures(Net.status(genesis: Net.hash)) == [.wrongGenesis])
    #expect(try await failures(Net.status(genesis: nil)) == [.wrongGenesis])
    #expect(try await failures(Net.status(genesis: nil), genesisHash: nil) == [])
    #expect(try await failures(Net.status(syncing: true)) == [.syncing])
  }

  @Test(
    "The head may be at most 120 seconds in the past or in the future",
    arguments: [
      ("2026-03-01T11:58:00Z", true), ("2026-03-01T11:57:59.999999999Z", false),
      ("2020-07-21T16:55:51.591948Z", false),
      ("2026-03-01T12:02:00Z", true), ("2026-03-01T12:02:00.000000001Z", false),
      ("9999-12-31T23:59:59Z", false),
      ("0000-01-01T00:00:00Z", false),
    ])
  func boundsAge(time: String, believed: Bool) async throws {
    #expect(try await failures(Net.status(time: time)) == (believed ? [] : [.staleBlock]))
  }

  @Test(
    "A malformed status is refused",
    arguments: [
      "{}", #"{"chain_id":1}"#, Net.status(time: "yesterday"), Net.status(time: ""), Net.status(height: -1),
      Net.status().replacingOccurrences(of: "\"syncing\":false", with: "\"syncing\":\"no\""),
      Net.status().replacingOccurrences(of: "\"latest_block_hash\":\"GG", with: "\"latest_block_hash\":\"0G"),
    ])
  func refusesMalformedStatus(status: String) async throws {
    #expect(try await failures(status) == [.malformedAnswer])
  }

  @Test("The time of an old block is checked, because one of several nodes may have stopped")
  func datesOldAnswers() async throws {
    let old = Net.height - 5000
    for (timestamp, code) in [
      ("1772366397000000000", []), ("1772366279000000000", [NEARRPCFailure.Code.staleBlock]),
      ("1", [NEARRPCFailure.Code.staleBlock]), ("18446744073709551615", [NEARRPCFailure.Code.staleBlock]),
      ("18446744073709551616", [NEARRPCFailure.Code.malformedAnswer]),
    ] {
      for answer in [Net.unknownAccount(Sample.alice, height: old), view(at: old)] {
        let log = FailureLog()
        let net = Net(
          Net.node(["view_account": answer, "block": Net.block(height: old, timestamp: timestamp)]), answers)
        let client = net.client(failures: log)
        do {
          _ = try await client.viewAccount(Sample.alice)
        } catch let error as NEARError {
          #expect(error.code == .unknownAccount)
          #expect(code.isEmpty)
        }
        #expect(log.codes == code)
        #expect(net.log.asked.prefix(3) == ["a status", "a view_account", "a block"])
        #expect(net.log.parameters(2) == ["block_id": .string(Net.hash)])
      }
    }
  }

  @Test("An answer is refused if its block is unknown or different")
  func refusesUndatedAnswers() async throws {
    let old = Net.height - 17
    for (block, code) in [
      (NodeAnswer.error(Net.handlerError("UNKNOWN_BLOCK", "{}")), NEARRPCFailure.Code.staleBlock),
      (Net.block(height: old + 1), .malformedAnswer),
    ] {
      let log = FailureLog()
      let net = Net(Net.node(["view_account": view(at: old), "block": block]))
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await net.client(failures: log).viewAccount(Sample.alice)
      }
      #expect(log.codes == [code])
    }
  }

  @Test("A block near the head counts as recent without a check")
  func trustsNearHead() async throws {
    let net = Net(Net.node(["view_account": view(at: Net.height - 14)]))
    _ = try await net.client().viewAccount(Sample.alice)
    #expect(net.log.asked == ["a status", "a view_account"])
  }

  @Test("A status is reused for fifteen seconds, and not beyond the maximum age of its block")
  func remembersStatus() async throws {
    let net = Net(answers)
    let client = net.client()
    _ = try await client.viewAccount(Sample.alice)
    net.log.pass(.seconds(15))
    _ = try await client.viewAccount(Sample.alice)
    #expect(net.log.asked == ["a status", "a view_account", "a view_account"])
    net.log.pass(.milliseconds(1))
    _ = try await client.viewAccount(Sample.alice)
    #expect(net.log.asked.suffix(2) == ["a status", "a view_account"])

    let aging = Net(
      Net.node(status: .result(Net.status(time: "2026-03-01T11:58:01Z")), ["view_account": Net.account]))
    let agingClient = aging.client()
    _ = try await agingClient.viewAccount(Sample.alice)
    aging.log.pass(.seconds(2))
    await #expect(throws: nearError(.rpcUnavailable)) { try await agingClient.viewAccount(Sample.alice) }
  }

  @Test("Without expectations any chain of any age is accepted")
  func believesAnything() async throws {
    let status = Net.status(chain: "localnet", genesis: nil, time: "2020-01-01T00:00:00Z")
    let net = Net(Net.node(status: .result(status), ["view_account": view(at: 1)]))
    let client = net.client(genesisHash: nil, chainID: nil, maximumBlockAge: nil)
    #expect(try await client.viewAccount(Sample.alice).block.height == 1)
  }

  @Test("Known networks pin their genesis block")
  func pinsNetworks() {
    let transport = Net().transport
    let mainnet = NEARRPCClient(network: .mainnet, endpoints: [], transport: transport)
    #expect(mainnet.genesisHash == "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H")
    #expect(mainnet.chainID == "mainnet")
    #expect(mainnet.maximumBlockAge == .seconds(120))
    let testnet = NEARRPCClient(network: .testnet, endpoints: [], transport: transport)
    #expect(testnet.genesisHash == "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b")
    let own = NEARRPCClient(network: NEARNetwork(rawValue: "localnet"), endpoints: [], transport: transport)
    #expect(own.genesisHash == nil)
    #expect(own.chainID == "localnet")
  }

  @Test("The operator sees the status of every endpoint")
  func examines() async throws {
    let net = Net(
      answers, Net.node(status: .result(Net.status(chain: "testnet"))), { _ in .failure(ConnectionRefused()) }
    )
    let findings = try await net.client().examineEndpoints()
    #expect(try findings[0].get().nodeVersion == "2.6.0")
    #expect(findings[1] == .failure(NEARRPCFailure(endpoint: 1, code: .wrongChain, reason: "")))
    #expect(findings[2] == .failure(NEARRPCFailure(endpoint: 2, code: .transportFailed, reason: "")))
  }

  private func view(at height: Int) -> NodeAnswer {
    guard case .result(let json) = Net.account else { return .silence }
    return .result(json.replacingOccurrences(of: "\(Net.height)", with: "\(height)"))
  }
}
