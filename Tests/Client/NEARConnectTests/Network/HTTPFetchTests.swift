import Foundation
import LoopbackServers
import NEARConnect
import Testing

/// The default HTTP client for lists of wallets and for nodes.
struct HTTPFetchTests {
  private let fetch = HTTPFetch.standard

  @Test(.timeLimit(.minutes(1))) func responseIsReturnedForAnyStatus() async throws {
    let site = try WalletSite(scripts: ["/list": "{}"])
    let found = try await fetch.send(site.origin + "/list", nil, 15, 100)
    #expect(found.status == 200 && found.body == Array("{}".utf8))
    #expect(try await fetch.send(site.origin + "/nothing", nil, 15, 100).status == 404)
    #expect(try await fetch.send(site.origin + "/report", Array("what was sent".utf8), 15, 100).status == 204)
    #expect(site.reported == ["what was sent"])
    await site.close()
  }

  @Test(.timeLimit(.minutes(1))) func tooLongResponseIsRefused() async throws {
    let site = try WalletSite(scripts: ["/list": String(repeating: " ", count: 101)])
    await #expect(throws: URLError.self) { try await fetch.send(site.origin + "/list", nil, 15, 100) }
    #expect(try await fetch.send(site.origin + "/list", nil, 15, 101).body.count == 101)
    await site.close()
  }

  @Test(.timeLimit(.minutes(1))) func requestFailsAfterTimeLimit() async throws {
    let site = try WalletSite(scripts: ["/list": "{}"])
    site.hold("/list")
    await #expect(throws: URLError.self) { try await fetch.send(site.origin + "/list", nil, 1, 100) }
    site.release("/list")
    await site.close()
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "", "HTTP/1.1 2", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nCont",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
    ])
  func responseThatEndsWithinItsHeaderIsNoResponse(_ head: String) async throws {
    let site = try LoopbackServer(["/list": Array(head.utf8)])
    let error = await #expect(throws: URLError.self) {
      try await fetch.send(site.origin + "/list", nil, 15, 100)
    }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [301, 302, 303, 307, 308])
  func redirectIsNotFollowed(_ status: Int) async throws {
    let target = try WalletSite(scripts: ["/list": "{}"])
    let redirect = LoopbackServer.response(
      Array("moved".utf8), status: status, fields: ["Location: \(target.origin)/list"])
    let site = try LoopbackServer(["/list": redirect])
    for body in [nil, Array("query".utf8)] {
      let found = try await fetch.send(site.origin + "/list", body, 15, 100)
      #expect(found.status == status && found.body == Array("moved".utf8))
    }
    #expect(target.requested.isEmpty)
    await target.close()
  }

  @Test(.timeLimit(.minutes(1))) func cancelledRequestEndsAtOnce() async throws {
    let site = try WalletSite(scripts: ["/list": "{}"])
    site.hold("/list")
    let waiting = Task { try await fetch.send(site.origin + "/list", nil, 15, 100) }
    while !site.requested.contains("/list") { try await Task.sleep(for: .milliseconds(1)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    site.release("/list")
    await site.close()
  }
}
