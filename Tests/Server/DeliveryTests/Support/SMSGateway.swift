import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem

/// An SMS service on loopback that records its requests.
final class SMSGateway: Sendable {
  private let transport: SocketTransport
  private let address: SocketAddress
  private let seen: Monitor<[HTTPRequest]>

  /// Runs a test with a service. Each request gets the next answer; the last one repeats.
  static func with(
    _ answers: [HTTPResponse], _ test: (SMSGateway) async throws -> Void
  ) async throws {
    let gateway = try SMSGateway(answers)
    do {
      try await test(gateway)
    } catch {
      await gateway.transport.drain(timeout: .zero)
      throw error
    }
    await gateway.transport.drain(timeout: .zero)
  }

  private init(_ answers: [HTTPResponse]) throws {
    let seen = Monitor<[HTTPRequest]>([])
    self.seen = seen
    transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    address = try transport.start { request in
      let number = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      return answers[min(number, answers.count) - 1]
    }
  }

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  var url: String { "http://\(address)" }

  static var client: OutgoingHTTPClient {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    configuration.timeout = .seconds(60)
    configuration.connectTimeout = .seconds(60)
    return OutgoingHTTPClient(configuration)
  }
}
