import DoorwardCommandLine
import DoorwardSessions
import DoorwardWire
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sign-ins of new users with codes, which the server prints into its log.
final class CodeLoad {
  /// The processor time of each request, in microseconds.
  struct Costs {
    let send: Double
    let signIn: Double
  }

  private let server: LoadedServer
  private let folder: BenchFolder
  private var users = 0
  /// The number of bytes of the log that were read, and the bytes of its last line if the line is not complete.
  private var position = 0
  private var rest: [UInt8] = []

  init(_ server: LoadedServer, _ folder: BenchFolder) {
    self.server = server
    self.folder = folder
  }

  /// Signs up a number of users.
  func costs(_ count: Int) throws -> Costs {
    let addresses = (users..<users + count).map { "bench\($0)@example.com" }
    users += count
    let binding = ClientBinding()
    let (answers, send) = try server.send(
      addresses.map { address in
        let body: JSONValue = ["email": .string(address), "binding": .string(binding.value)]
        return server.post(WirePath.codeSend, body.serialized())
      }, accepting: [202])
    let codes = try codes(of: addresses)
    let requests = try zip(answers, codes).map { answer, code in
      let body: JSONValue = [
        "challenge_id": try LoadedServer.json(answer)["challenge_id"] ?? .null, "code": .string(code),
        "binding_secret": .string(binding.secret),
      ]
      return server.post(WirePath.codeSignIn, body.serialized())
    }
    return Costs(send: send, signIn: try server.send(requests).cost)
  }

  /// Waits until the server has printed a code for each address.
  private func codes(of addresses: [String]) throws -> [String] {
    var codes: [String: String] = [:]
    for _ in 0..<1000 {
      for line in try newLines() {
        let parts = line.split(separator: ": ").map(String.init)
        if parts.count == 3 { codes[parts[0]] = parts[2] }
      }
      let found = addresses.compactMap { codes[$0] }
      if found.count == addresses.count { return found }
      usleep(10_000)
    }
    throw BenchFailure(reason: "the server printed no code")
  }

  /// The complete lines that the server has written since the last call.
  private func newLines() throws -> [Substring] {
    let descriptor = open("\(folder.path)/server.log", O_RDONLY)
    guard descriptor >= 0 else { throw BenchFailure(reason: "the server's log cannot be read") }
    defer { close(descriptor) }
    lseek(descriptor, off_t(position), SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      position += count
      rest += buffer[..<count]
    }
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return String(decoding: rest[...end], as: UTF8.self).split(separator: "\n")
  }
}
