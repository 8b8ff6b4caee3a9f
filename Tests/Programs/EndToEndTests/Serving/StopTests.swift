import Encodings
import Foundation
import LoopbackServers
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("doorward serve: starting and stopping", .timeLimit(.minutes(2)))
struct StopTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `the first signal drains requests, and the server exits with 0`(number: Int32) async throws {
    let server = try await RunningServer.start(in: try TemporaryFolder())
    #expect(try await server.get("/healthz")["status"] == "ok")
    server.program.send(number)
    #expect(await server.program.end() == 0)
    #expect(await server.program.nextLine() == nil)
  }

  @Test func `a second signal does not wait for open requests`() async throws {
    let server = try await RunningServer.start(in: try TemporaryFolder(), [])
    let client = try HalfRequest(to: server.origin)
    server.program.send(SIGTERM)
    #expect(await server.program.readErrors(until: "\"draining\""))
    server.program.send(SIGTERM)
    #expect(await server.program.end() == 1)
    client.close()
  }

  @Test func `standard output has the addresses, standard error the logs, one object per line`()
    async throws
  {
    let server = try await RunningServer.start(in: try TemporaryFolder(), [])
    _ = try await server.get("/v1/config")
    #expect(await server.stop() == 0)
    #expect(await server.program.nextLine() == nil)
    var messages: [String] = []
    while let line = await server.program.nextErrorLine() {
      guard line.hasPrefix("{") else { continue }
      let entry = try JSONParser.parse(line)
      #expect(entry["time"]?.string != nil)
      messages.append(entry["message"]?.string ?? "")
    }
    #expect(messages.contains("draining"))
    #expect(messages.last == "stopped")
  }

  @Test func `a wrong setting is reported in one line with its option`() async throws {
    let folder = try TemporaryFolder()
    let first = try await Program.run(["serve", "--listen", "0.0.0.0:0", "--development"], in: folder)
    #expect(first.status == 2)
    #expect(first.errors.hasPrefix("doorward: --development: "))
    let second = try await Program.run(["serve", "--public-url", "ftp://x"], in: folder)
    #expect(second.status == 2)
    #expect(second.errors.hasPrefix("doorward: --public-url: "))
    let other = try LoopbackServer()
    let third = try await Program.run(
      ["serve", "--listen", "127.0.0.1:\(other.port)", "--development"], in: folder)
    #expect(third.status == 1)
    #expect(third.errors.contains("Another program already listens on 127.0.0.1:\(other.port)"))
    #expect(first.output.isEmpty && second.output.isEmpty && third.output.isEmpty)
  }
}
