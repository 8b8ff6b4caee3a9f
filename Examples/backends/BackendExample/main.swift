import Dispatch
import DoorwardHTTP
import DoorwardSockets
import Foundation

// The program continues if the log cannot be written, for example on a full disk.
func log(_ message: String) { try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8)) }

let variables = ProcessInfo.processInfo.environment
guard let issuer = variables["DOORWARD_ISSUER"], let audience = variables["DOORWARD_AUDIENCE"] else {
  log("Set DOORWARD_ISSUER and DOORWARD_AUDIENCE. The README describes their values.")
  exit(2)
}
guard let address = SocketAddress("127.0.0.1:\(variables["PORT"] ?? "3000")") else {
  log("PORT is not a port number.")
  exit(2)
}

var router = Router()
MyEndpoint(
  tokens: try AccessTokens(issuer: issuer, audience: audience),
  guestsAllowed: variables["DOORWARD_GUESTS"] == "allowed", requiredRole: variables["DOORWARD_ROLE"]
).register(in: &router)

let transport = SocketTransport(SocketTransportConfiguration(listen: address))
let bound = try transport.start(HTTPService(router: router))
print("listening on http://\(bound)")
fflush(nil)

// Runs until SIGINT or SIGTERM.
let (signals, stop) = AsyncStream.makeStream(of: Void.self)
let sources = [SIGINT, SIGTERM].map { number in
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number)
  source.setEventHandler { stop.finish() }
  source.resume()
  return source
}
for await _ in signals {}
await transport.drain(timeout: .seconds(5))
