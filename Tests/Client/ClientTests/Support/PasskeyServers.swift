import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings

extension RunningServer {
  /// A server whose application offers passkeys of a domain.
  static func withPasskeys(
    methods: String = #""password", "code", "siwe", "passkey", "anonymous""#, _ members: String = ""
  ) async throws -> RunningServer {
    try await start(
      configuration: """
        {"applications": [{"id": "default", "methods": [\(methods)],
           "password": {"identifiers": ["email", "username"]},
           "passkeys": {"rp_id": "\(Contender.passkeyDomain)", "origins": ["\(Contender.passkeyOrigin)"]}\(members)}],
         "near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}},
         "rate_limits": {"code_pause": 0, "sign_in_per_minute": 100000, "challenge_per_minute": 100000,
           "account_write_per_minute": 100000, "refresh_per_minute": 100000}}
        """)
  }
}

extension TestPasskeys {
  /// An authenticator whose responses are of the domain's page.
  static func ofDomain(
    verifiesUser: Bool = true, upgradesPasswords: Bool = false,
    account: (name: String?, contact: PasskeyContact?) = (nil, nil)
  ) -> TestPasskeys {
    TestPasskeys(
      origin: Contender.passkeyOrigin, verifiesUser: verifiesUser, upgradesPasswords: upgradesPasswords,
      account: account)
  }

  /// Waits until so many signals have come.
  func until(signals count: Int) async {
    while signals.count < count, !Task.isCancelled { await Task.yield() }
  }
}

/// An authenticator whose responses a test changes.
struct ChangedPasskeys: PasskeyAuthenticator {
  let base: TestPasskeys
  let change: @Sendable (DoorwardJSON) -> DoorwardJSON

  /// An authenticator whose new passkeys the server refuses.
  static func refused(_ base: TestPasskeys) -> ChangedPasskeys {
    ChangedPasskeys(base: base) { response in
      var members = response.object
      var part = members["response"]?.object ?? [:]
      part["attestationObject"] = "AA"
      members["response"] = .object(part)
      return DoorwardJSON(members)
    }
  }

  func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    PasskeyRegistration(change(try await base.create(creation).response))
  }

  func get(_ request: PasskeyRequest) async throws -> DoorwardJSON { change(try await base.get(request)) }

  func signal(_ signal: PasskeySignal) async throws { await base.signal(signal) }
}
