import Foundation
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
