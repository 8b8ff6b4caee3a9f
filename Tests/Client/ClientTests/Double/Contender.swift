import ChildProcesses
import Doorward
import DoorwardTesting
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

/// The built server or its double, with a record of its answers.
struct Contender: Sendable {
  let name: String
  let origin: String
  let record: Record
  /// Advances the server's clock.
  let wait: @Sendable (Duration) async throws -> Void
  /// The time of the server's clock.
  let now: @Sendable () -> Date
  /// The next code that the server sends to an address.
  let code: @Sendable (String) async -> String?
  /// Bans a user by the id.
  let ban: @Sendable (String) async throws -> Void
  let unban: @Sendable (String) async throws -> Void
  /// Invites an email address.
  let invite: @Sendable (String) async throws -> Void

  var authority: String { String(origin.dropFirst("http://".count)) }

  static let passkeyDomain = "example.org"
  static let passkeyOrigin = "https://example.org"

  /// The configuration of both servers.
  struct Setup: Sendable {
    var name = "Doorward"
    var methods = ["siwe", "near"]
    var identifiers = ["email", "phone_number"]
    /// The channels of the required second factor; nil if none is required.
    var factorCodes: [String]?
    /// The channels that users can choose, if no second factor is required.
    var chosenCodes: [String] = []
    /// Whether challenges and sign-ins expire within fifteen seconds.
    var isShort = false
    var signUp = "open"
    var emailDomains: [String]?
    /// The time after which another code may be sent to an address, in seconds.
    var codePause: Int64 = 0
  }

  /// Both servers with the same configuration.
  static func both(_ setup: Setup) async throws -> [Contender] {
    [try await real(setup), await double(setup)]
  }

  private static func real(_ setup: Setup) async throws -> Contender {
    let texts = { (list: [String]) in list.map { "\"\($0)\"" }.joined(separator: ", ") }
    let methods = setup.methods
    let factor =
      setup.factorCodes.map { #", "second_factor": {"required": true, "codes": [\#(texts($0))]}"# }
      ?? #", "second_factor": {"codes": [\#(texts(setup.chosenCodes))]}"#
    let domains = setup.emailDomains.map { #", "email_domains": [\#(texts($0))]"# } ?? ""
    // A passkey needs a domain, and the server has an address.
    let passkeys =
      methods.contains("passkey")
      ? #", "passkeys": {"rp_id": "\#(passkeyDomain)", "origins": ["\#(passkeyOrigin)"]}"# : ""
    let lifetimes = setup.isShort ? #", "lifetimes": {"challenge": 15, "recent_sign_in": 15}"# : ""
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "name": "\(setup.name)", "methods": [\(texts(methods))],
           "sign_up": "\(setup.signUp)"\(domains),
           "password": {"identifiers": [\(texts(setup.identifiers))]}\(factor)\(passkeys)}],
         "rate_limits": {"code_pause": \(setup.codePause), "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000},
         "delivery": {"console": true}, "near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}\(lifetimes)}
        """)
    let transport = DoorwardTransport { request in
      // The transport keeps the server alive.
      _ = server
      return try await DoorwardTransport.standard.send(request)
    }
    let origin = server.origin
    return Contender(
      name: "server", origin: origin, record: Record(transport, origin: origin),
      // The server uses the clock of the machine.
      wait: { try await Task.sleep(for: $0) }, now: { Date() }, code: { await server.code(to: $0) },
      ban: { try await server.run(["admin", "user", "ban", $0]) },
      unban: { try await server.run(["admin", "user", "unban", $0]) },
      invite: { try await server.run(["admin", "user", "invite", "--email", $0]) })
  }

  private static func double(_ setup: Setup) async -> Contender {
    let origin = "http://127.0.0.1:1"
    var offer = DoorwardTestOffer(methods: setup.methods)
    offer.name = setup.name
    offer.passwordIdentifiers = setup.identifiers
    offer.requiresSecondFactor = setup.factorCodes != nil
    offer.secondFactorCodeChannels = setup.factorCodes ?? setup.chosenCodes
    offer.signUp = setup.signUp
    offer.emailDomains = setup.emailDomains
    offer.codePause = setup.codePause
    offer.passkeyDomain = passkeyDomain
    offer.passkeyOrigins = [passkeyOrigin]
    if setup.isShort {
      offer.challengeLifetime = 15
      offer.recentSignIn = 15
    }
    let server = DoorwardTestServer(offer, origin: origin)
    await server.judgeProofs { proof in
      guard proof.method == "siwe" else { return true }
      guard let message = try? SIWEMessage(parsing: proof.message),
        let signature = try? EthereumSignature(parsing: proof.signature)
      else { return false }
      let verifier = SIWEVerifier(policy: .all(), signatures: PersonalSignVerifier())
      return (try? verifier.verify(message, signature: signature)) != nil
    }
    return Contender(
      name: "double", origin: origin, record: Record(server.transport, origin: origin),
      wait: { server.advance(by: $0) }, now: { server.time.now }, code: { await server.lastCode(to: $0) },
      ban: { await server.banUser($0) }, unban: { await server.unbanUser($0) },
      invite: { await server.invite($0) })
  }
}

/// Records the answers of a transport.
actor Record {
  private(set) var steps: [String] = []
  private let real: DoorwardTransport
  private let origin: String

  init(_ real: DoorwardTransport, origin: String) {
    self.real = real
    self.origin = origin
  }

  nonisolated var transport: DoorwardTransport { DoorwardTransport { try await self.send($0) } }

  func send(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    var request = request
    // The name of this client in a list of sessions, the same for both transports.
    request.headers["User-Agent"] = "Test/1.0"
    let response = try await real.send(request)
    steps.append(AnswerShape(origin: origin).text(of: response, to: request))
    return response
  }
}
