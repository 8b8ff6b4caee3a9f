import DoorwardCommandLine
import DoorwardHTTP
import DoorwardPhotos
import DoorwardServer
import DoorwardSessions
import DoorwardWire
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Measures the server over HTTP, and a bare exchange of the same number of bytes over loopback.
///
/// No row has a ratio, because the rate of the bare exchange differs by a factor of more than ten between runs.
enum HTTPBench {
  static func group(in folder: BenchFolder) async throws -> MeasurementGroup {
    let server = try await Server.start(
      BenchServer.configuration(folder), logger: BenchServer.logger, photos: PhotoWorker(.own))
    let port = server.accountAddress.port
    let health = request("GET /healthz", port, [])
    var generator = SystemRandomNumberGenerator()
    let body: JSONValue = [
      "address": .string(EthereumSecretKey(using: &generator).address.checksummed), "chain_id": 1,
      "domain": .string(server.accountURL.authority), "uri": .string("\(server.accountURL)"),
      "binding": .string(ClientBinding().value),
    ]
    let challenge = request("POST \(WirePath.ethereumMessage)", port, body.serialized())
    let http = try LoopbackConnection(port: port)
    let healthSize = try http.exchangeHTTP(health).count
    let first = try http.exchangeHTTP(challenge)
    guard first.starts(with: "HTTP/1.1 200".utf8) else {
      throw BenchFailure(reason: "no challenge over HTTP: \(String(decoding: first, as: UTF8.self))")
    }
    let raw = try RawLoopback(requestOf: health.count, answerOf: healthSize)
    let bare = try LoopbackConnection(port: raw.port)
    return MeasurementGroup(
      measurements: [
        Measurement(
          "a bare exchange over loopback TCP",
          .waiting { [raw] count in
            keep(raw)
            for _ in 0..<count { try bare.exchange(health, answerOf: healthSize) }
          }),
        Measurement(
          "GET /healthz",
          .waiting { count in
            for _ in 0..<count { try http.exchangeHTTP(health) }
          }),
        Measurement(
          "POST /v1/ethereum/message",
          .waiting { count in
            for _ in 0..<count { try http.exchangeHTTP(challenge) }
          }),
      ], folder: folder, close: { await server.drain() })
  }

  private static func request(_ line: String, _ port: UInt16, _ body: [UInt8]) -> [UInt8] {
    var lines = ["\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
    if !body.isEmpty { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
    return [UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
