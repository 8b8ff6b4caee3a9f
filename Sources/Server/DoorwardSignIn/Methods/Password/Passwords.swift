import DoorwardCurl
import DoorwardHTTP
package import DoorwardHTTPTypes
package import DoorwardOpenSSL
package import DoorwardPasswords
package import DoorwardServerRules
package import DoorwardSessions
import DoorwardWire
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The server's passwords: checks, hashes and compares them, with the errors of the HTTP contract.
package struct Passwords: Sendable {
  /// The rules in an application that offers no passwords, whose users can still change theirs.
  private let rules: PasswordRules
  private let pool: PasswordHashPool<IPAddress>

  /// - Parameters:
  ///   - pool: the threads for hashing.
  ///   - rules: the rules in an application that offers no passwords.
  package init(pool: PasswordHashPool<IPAddress>, rules: PasswordRules) {
    self.pool = pool
    self.rules = rules
  }

  /// The number of passwords that wait to be hashed.
  package var waiting: Int { pool.waiting }

  /// Starts the threads for hashing.
  ///
  /// - Parameters:
  ///   - settings: the operator's settings.
  ///   - pepper: the key of this purpose.
  ///   - library: the algorithms.
  ///   - reportRangeFailure: is called if the range service does not answer, once until it works again.
  /// - Throws: ``PasswordHashPoolError``, `BlocklistError` if the list cannot be read, the errors of the MAC.
  package init(
    _ settings: PasswordSettings, pepper: DerivedKey, library: OpenSSLContext,
    reportRangeFailure: @escaping @Sendable () -> Void = {}
  ) throws {
    let pepper = try Pepper(key: pepper.authenticate([[UInt8]("pepper".utf8)]), context: library)
    let policy = NewPasswordPolicy(
      blocklist: try settings.blocklist.map { try PasswordBlocklist(path: $0) },
      breaches: settings.rangeService(reportFailure: reportRangeFailure))
    self.init(
      pool: try PasswordHashPool(
        hasher: PasswordHasher(
          parameters: settings.parameters, peppers: try PepperRing(current: pepper)), policy: policy,
        threads: settings.threads ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
        queueLimit: settings.queueLimit),
      rules: settings.rules)
  }

  /// Compares a password with a user's hash. The work is the same if there is no hash.
  ///
  /// - Throws: `Problem` 422 for a text that cannot be a password, 503 `password_hashing_busy`.
  package func verify(
    _ text: String, against stored: StoredHash?, in context: ProofContext
  ) async throws -> PasswordVerification {
    try await answering {
      try await pool.verify(text, against: stored, network: network(of: context.address))
    }
  }

  /// Checks a new password and hashes it.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - user: texts about the user that an attacker may know.
  ///   - context: the circumstances of the request.
  /// - Returns: the hash.
  /// - Throws: `Problem` 422 with the reason for the user, 503 `password_hashing_busy`.
  package func hash(
    _ text: String, of user: PasswordContext, in context: ProofContext
  ) async throws -> StoredHash {
    try await hash(text, of: user, in: context.application, for: context.address)
  }

  /// Checks a new password and hashes it.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - user: texts about the user that an attacker may know.
  ///   - application: the application of the request.
  ///   - client: the address of the client.
  /// - Returns: the hash.
  /// - Throws: `Problem` 422 with the reason for the user, 503 `password_hashing_busy`.
  package func hash(
    _ text: String, of user: PasswordContext, in application: Application, for client: IPAddress
  ) async throws -> StoredHash {
    var user = user
    user.application.append(application.name)
    let network = network(of: client)
    return try await answering { [user] in
      let new = try await pool.check(text, by: rules(of: application), context: user, network: network)
      return try await pool.hash(new, network: network)
    }
  }

  /// Estimates the strength of a password that its user types, and says whether the server would refuse it. The password is
  /// neither stored nor logged.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - identifiers: texts about the user that an attacker may know.
  ///   - application: the application of the request.
  ///   - client: the address of the client.
  /// - Returns: the strength.
  /// - Throws: `Problem` 422 for a text that cannot be a password, 503 `password_hashing_busy`.
  package func strength(
    of text: String, identifiers: [String], in application: Application, for client: IPAddress
  ) async throws -> PasswordStrength {
    let known = PasswordContext(identifiers: identifiers, application: [application.name])
    return try await answering {
      try await pool.strength(
        of: text, by: rules(of: application), context: known, network: network(of: client))
    }
  }

  private func rules(of application: Application) -> PasswordRules {
    application.offers[PasswordOffer.self]?.rules ?? rules
  }

  /// Encrypts the hash of another system for the store. The user's next sign-in replaces it.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  package func seal(_ hash: ImportedHash) throws(PasswordHashError) -> StoredHash { try pool.seal(hash) }

  /// The network that one client can have: an IPv4 address, or a /56 of IPv6.
  private func network(of client: IPAddress) -> IPAddress {
    client.prefix(client.family == .v4 ? 32 : 56)
  }

  private func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let refusal as PasswordRefusal {
      throw Problem(refusal)
    } catch let error as PasswordHashPoolError {
      throw Problem(
        status: 503, code: error.codeName,
        detail: "The server checks too many passwords at the moment. Try again soon.",
        fields: ["Retry-After": "\(error.retryAfter ?? 1)"])
    }
  }
}
