internal import CDoorwardPQ

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The rule that protects the connection to a database on another host.
struct TransportRule {
  let isLocal: Bool
  /// Whether the operator has allowed a connection that is not verified.
  let allowsInsecure: Bool

  /// Completes the options of TLS.
  ///
  /// - Throws: ``PostgreSQLSettingsError/Code/unprotected`` if the options would weaken the connection.
  func apply(to options: inout [String: String]) throws(PostgreSQLSettingsError) {
    // With a ticket of Kerberos, libpq would prefer its encryption and ignore `sslmode`.
    if options["gssencmode"] == "prefer" { options["gssencmode"] = "disable" }
    guard !isLocal else { return useSystemRoots(&options) }
    switch options["sslmode"] ?? "prefer" {
    case "verify-full": break
    // libpq's default. It would accept a server without TLS.
    case "prefer": options["sslmode"] = "verify-full"
    case _ where allowsInsecure: break
    case let mode:
      throw PostgreSQLSettingsError(
        .unprotected,
        """
        sslmode=\(mode) does not protect the connection to a database on another host: remove it, or add \
        insecure=yes if the network between is protected in another way
        """)
    }
    useSystemRoots(&options)
  }

  /// Trusts the certificate authorities of the system, unless the operator has chosen others: the default file of
  /// libpq, `~/.postgresql/root.crt`, rarely exists.
  private func useSystemRoots(_ options: inout [String: String]) {
    guard options["sslmode"] == "verify-full", (options["sslrootcert"] ?? "").isEmpty, !hasOwnRoots else {
      return
    }
    if PQlibVersion() >= 160_000 {
      options["sslrootcert"] = "system"
    } else if let file = Self.systemRoots.first(where: { access($0, R_OK) == 0 }) {
      options["sslrootcert"] = file
    }
  }

  private var hasOwnRoots: Bool {
    guard let home = getenv("HOME") else { return false }
    return access(String(cString: home) + "/.postgresql/root.crt", F_OK) == 0
  }

  /// Debian and Alpine; Fedora; macOS.
  private static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]
}
