import Encodings
import Foundation
import NEAR
import Sampling
import Testing

private typealias Net = FakeNetwork

@Suite("Hostile answers are parsed or refused without a trap")
struct HostileAnswerTests {
  private func check(_ node: @escaping FakeNetwork.Node) async -> Result<VerifiedNEARAccessKey, any Error> {
    let checker = NEARAccessKeyChecker(client: Net(node).client())
    do { return .success(try await checker.check(Sample.key, of: Sample.alice)) } catch {
      return .failure(error)
    }
  }

  @Test("Huge, deep and malformed bodies are refused")
  func hostile() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let shallow = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let padding = String(repeating: "x", count: NEARRPCClient.maximumAnswerBytes)
    let rest =
      #""nonce":1,"permission":"FullAccess","block_height":\#(Net.height),"block_hash":"\#(Net.hash)""#
    let answers: [NodeAnswer] = [
      .body(deep), .body(#"{"jsonrpc":"2.0","id":"$ID","result":"# + deep),
      .result(#"{"a":\#(shallow),\#(rest)}"#),
      .result(#"{"a":"\#(padding)",\#(rest)}"#), .bytes([UInt8](repeating: 0x20, count: 2_000_000)),
      .bytes([0xFF, 0xFE, 0x7B]), .bytes([0xEF, 0xBB, 0xBF] + Array("{}".utf8)),
      // With a duplicate member, two parsers can see different values.
      .result(#"{"permission":"FullAccess",\#(rest)}"#),
      .result(#"{"\u0070ermission":{"FunctionCall":{}},\#(rest)}"#),
      .result(#"{"nonce":-1,"permission":"FullAccess","block_height":1,"block_hash":"\#(Net.hash)"}"#),
      .result(#"{"nonce":1,"permission":"FullAccess","block_height":1e999,"block_hash":"\#(Net.hash)"}"#),
      .result(#"{"nonce":1,"permission":"FullAccess","block_height":"1","block_hash":"\#(Net.hash)"}"#),
      .result(#"{"nonce":1,"permission":"FullAccess","block_height":1,"block_hash":"abc"}"#),
      .result(#"{"nonce":1,"permission":"FullAccess"}"#),
      .result(#"{"permission":"FullAccess","block_height":1}"#),
      .error(#"{"name":["HANDLER_ERROR"],"cause":{"name":7,"info":[]},"data":[],"message":{}}"#),
    ]
    for answer in answers {
      let result = await check(Net.node(["view_access_key": answer]))
      #expect(throws: nearError(.rpcUnavailable)) { try result.get() }
      let asStatus = await check(Net.node(status: answer, ["view_access_key": Net.accessKey()]))
      #expect(throws: nearError(.rpcUnavailable)) { try asStatus.get() }
    }
    // The same answers without the defects are accepted, so each was refused because of its defect.
    let honest = await check(Net.node(["view_access_key": .result("{\(rest)}")]))
    #expect(throws: Never.self) { try honest.get() }
  }

  @Test("No mutation of a refusal confirms a key", .takesLong("It verifies hundreds of answers of nodes."))
  func fuzz() async throws {
    let honest = [
      Net.unknownKey(Sample.key), Net.accessKey(Net.functionCall), Net.unknownAccount(Sample.alice),
      Net.unknownKeyError(Sample.key),
    ]
    var codes: Set<NEARError.Code> = []
    for round in CaseSample.of(0..<1500, oneIn: 4) {
      let answer = honest[round % honest.count]
      let seed = 0x5EED + UInt64(round)
      let transport = NEARRPCTransport { url, body, limit in
        let net = Net(Net.node(["view_access_key": answer, "view_account": Net.account]))
        var (status, bytes) = try await net.transport.post(url, body, limit)
        guard String(decoding: body, as: UTF8.self).contains("view_access_key") else {
          return (status, bytes)
        }
        var generator = SplitMix64(seed: seed)
        for _ in 0...Int(generator.next() % 4) { mutate(&bytes, &generator) }
        if generator.next() % 4 == 0 { status = Int(generator.next() % 600) }
        return (status, bytes)
      }
      let client = NEARRPCClient(endpoints: ["a"], transport: transport, clock: Net().clock)
      do {
        let verified = try await NEARAccessKeyChecker(client: client).check(Sample.key, of: Sample.alice)
        Issue.record("\(verified) with seed \(seed)")
      } catch let error as NEARError {
        codes.insert(error.code)
      }
    }
    // Some mutations still give the refusal, others give no answer. Few give each of the refusals, so a sample need not have
    // all of them, and a key of another kind is rare even among all.
    let refusals: Set<NEARError.Code> = [
      .functionCallKey, .unknownAccessKey, .unknownAccount, .rpcUnavailable,
    ]
    #expect(codes.isSubset(of: refusals.union([.notFullAccessKey])))
    #expect(codes.contains(.rpcUnavailable) && codes.count > 1)
    #expect(codes.isSuperset(of: refusals) || !CaseSample.ofThisRun.isComplete)
  }
}

/// Changes, removes, doubles or truncates some bytes.
private func mutate(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
  guard !bytes.isEmpty else { return }
  let place = Int(generator.next() % UInt64(bytes.count))
  switch generator.next() % 5 {
  case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
  case 1: bytes.remove(at: place)
  case 2: bytes.insert(contentsOf: bytes[place...].prefix(Int(generator.next() % 40)), at: place)
  case 3: bytes.removeLast(Int(generator.next() % UInt64(bytes.count)))
  default: bytes[place] = Array(#"{}[]",:0\"#.utf8)[Int(generator.next() % 9)]
  }
}
