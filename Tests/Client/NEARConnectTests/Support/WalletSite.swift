import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Encodings

/// A loopback site with the pages of a test. Pages report with `report(text)`.
final class WalletSite: Sendable {
  private let transport: SocketTransport
  private let reports = Monitor<[String]>([])
  private let sent = Monitor<[String: String]>([:])
  private let requests = Monitor<[String]>([])
  private let held = Monitor<Set<String>>([])
  private let served = Monitor<[String]>([])
  private let missing = Monitor<Set<String>>([])
  private let replaced = Monitor<[String: String]>([:])
  let origin: String

  /// Creates a site with pages, and with scripts that any page can fetch.
  init(_ pages: [String: String] = [:], scripts: [String: String] = [:], port: Int = 0) throws {
    transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: UInt16(port))))
    let reports = reports
    let sent = sent
    let requests = requests
    let held = held
    let served = served
    let missing = missing
    let replaced = replaced
    let address = try transport.start { request in
      requests.withLock { $0.append(request.path) }
      if request.path == "/report" {
        reports.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
        return HTTPResponse(status: 204)
      }
      // Transactions that a wallet sends to the chain.
      if request.path == "/sent" {
        let outcome = try? JSONParser.parse(request.body)
        if let outcome, let hash = outcome["transaction"]?["hash"]?.string {
          sent.withLock { $0[hash] = outcome.serializedString() }
        }
        return HTTPResponse(status: 204)
      }
      // A slow server.
      if request.path == "/never" { try? await Task.sleep(for: .seconds(60)) }
      while held.withLock({ $0.contains(request.path) }), !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(2))
      }
      served.withLock { $0.append(request.path) }
      if missing.withLock({ $0.contains(request.path) }) {
        return HTTPResponse(
          status: 404, fields: ["Access-Control-Allow-Origin": "*"], body: Array("<h1>Not found</h1>".utf8))
      }
      if let page = pages[request.path] {
        return HTTPResponse(
          status: 200, fields: ["Content-Type": "text/html; charset=utf-8"],
          body: Array((Self.script + page).utf8))
      }
      if let script = replaced.withLock({ $0[request.path] }) ?? scripts[request.path] {
        return HTTPResponse(
          status: 200,
          fields: ["Content-Type": "text/javascript; charset=utf-8", "Access-Control-Allow-Origin": "*"],
          body: Array(script.utf8))
      }
      return HTTPResponse(status: 404)
    }
    origin = "http://\(address)"
  }

  private static let script = """
    <!DOCTYPE html><title>Wallet</title><script>
    const report = (text) => fetch("/report", { method: "POST", body: String(text) });
    const attempt = (name, attack) => { try { return name + ":" + attack(); } catch (error) { return name + ":" + error.name; } };
    </script>
    """

  /// Answers the manager's requests to the chain. The chain knows the transactions that wallets sent to this
  /// site.
  func chain(_ request: [UInt8]) -> [UInt8] {
    let text = String(decoding: request, as: UTF8.self)
    let hash = (try? JSONParser.parse(request))?["params"]?["tx_hash"]?.string
    let outcome = sent.withLock { sent in hash.flatMap { sent[$0] } }
    return Array(
      (outcome.map { TestNode.answer(text, result: $0) } ?? TestNode.unknownTransaction(text)).utf8)
  }

  /// The reports of the pages.
  var reported: [String] { reports.withLock { $0 } }
  /// The requested paths.
  var requested: [String] { requests.withLock { $0 } }

  /// The answered paths.
  var answered: [String] { served.withLock { $0 } }

  /// Delays the response to a path until it is released.
  func hold(_ path: String) { held.withLock { _ = $0.insert(path) } }
  func release(_ path: String) { held.withLock { _ = $0.remove(path) } }

  /// Answers a path with 404 until it is restored.
  func remove(_ path: String) { missing.withLock { _ = $0.insert(path) } }
  func restore(_ path: String) { missing.withLock { _ = $0.remove(path) } }

  /// Answers a path with another script; nil restores the original.
  func replace(_ path: String, by script: String?) { replaced.withLock { $0[path] = script } }

  func close() async {
    await transport.drain(timeout: .zero)
  }
}
