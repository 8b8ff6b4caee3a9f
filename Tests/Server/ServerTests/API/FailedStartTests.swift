import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSockets
import Encodings
import Testing

/// A server that cannot start does not keep its ports.
@Suite struct FailedStartTests {
  @Test("If the audience of an application is the issuer, the start fails and both listeners close")
  func bothListenersClose() async throws {
    // Another test can get the same port in the meantime, so one of several attempts must succeed.
    var isFree = false
    for _ in 0..<5 where !isFree { isFree = try await closesItsPortAfterFailedStart() }
    #expect(isFree)
  }

  private func closesItsPortAfterFailedStart() async throws -> Bool {
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
      Issue.record("The server started.")
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
