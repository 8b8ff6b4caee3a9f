import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import DoorwardSockets
import Encodings
import Testing

/// A server that cannot start leaves nothing listening.
@Suite struct FailedStartTests {
  @Test("Where an application's audience is the issuer, nothing starts and both listeners close")
  func bothListenersClose() async throws {
    // Another test may be given the same port meanwhile, and not each time.
    var isFree = false
    for _ in 0..<5 where !isFree { isFree = try await failsToStartAndLeavesItsPort() }
    #expect(isFree)
  }

  private func failsToStartAndLeavesItsPort() async throws -> Bool {
    let probe = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let free = try probe.start { _ in .noContent }
    await probe.drain(timeout: .zero)
    let settings: JSONObject = [
      "wallet_listen": .string("\(free)"), "public_url": "http://localhost:1",
      "applications": [["id": "default", "audience": "http://localhost:1"]],
    ]
    do {
      _ = try await TestServer(settings)
      Issue.record("It has started.")
      return false
    } catch let error as HTTPError where error.code == .addressInUse {
      return false
    } catch {
      #expect(
        error as? ConfigurationError == ConfigurationError(.invalidValue, key: "applications[0].audience", "")
      )
    }
    let again = SocketTransport(SocketTransportConfiguration(listen: free))
    do { _ = try again.start { _ in .noContent } } catch { return false }
    await again.drain(timeout: .zero)
    return true
  }
}
