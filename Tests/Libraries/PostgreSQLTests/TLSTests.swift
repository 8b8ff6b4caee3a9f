import DatabaseServers
import DoorwardPostgreSQL
import DoorwardSystem
import Foundation
import Testing

@Suite("TLS to PostgreSQL", .timeLimit(.minutes(2)))
struct TLSTests {
  @Test("a certificate is accepted only from the right authority, for the right name")
  func certificate() async throws {
    let server = try await PostgreSQLServer.start()
    let root = try server.makeCertificate(names: "IP:127.0.0.1")
    let address = "postgresql://doorward@127.0.0.1:\(server.port)/postgres"

    let trusting = try PostgreSQLConnection(
      PostgreSQLSettings("\(address)?sslmode=verify-full&sslrootcert=\(root)"))
    #expect(trusting.tlsVersion == "TLSv1.3")

    // The authorities of the system do not know the certificate.
    let unknown = failure { try PostgreSQLConnection(PostgreSQLSettings("\(address)?sslmode=verify-full")) }
    #expect(unknown?.code == .tls, "\(String(describing: unknown))")

    let otherName = try PostgreSQLSettings(
      "host=db.example hostaddr=127.0.0.1 port=\(server.port) user=doorward dbname=postgres sslmode=verify-full "
        + "sslrootcert=\(root)")
    #expect(failure { try PostgreSQLConnection(otherName) }?.code == .tls)

    // On loopback, TLS is used if the server has it and nothing else is asked for.
    #expect(try PostgreSQLConnection(PostgreSQLSettings(address)).tlsVersion != nil)
    #expect(try PostgreSQLConnection(PostgreSQLSettings("\(address)?sslmode=disable")).tlsVersion == nil)
  }

  @Test("a server without TLS is refused if the certificate must be verified")
  func noTLS() async throws {
    let server = try await PostgreSQLServer.shared
    let error = failure {
      try PostgreSQLConnection(PostgreSQLSettings(server.url("postgres", "sslmode=verify-full")))
    }
    #expect(error?.code == .tls)
  }

  @Test("a proxy that cuts TLS at any place is a lost connection")
  func cutTLS() async throws {
    let server = try await PostgreSQLServer.start()
    let root = try server.makeCertificate(names: "IP:127.0.0.1")
    let proxy = try HostileProxy(to: server.port)
    let settings = try PostgreSQLSettings(
      server.url("postgres", port: proxy.port, "sslmode=verify-full&sslrootcert=\(root)"))
    for bytes in [0, 3, 20, 100, 1000] {
      proxy.behave(.cut(afterBytes: bytes))
      #expect(failure { try PostgreSQLConnection(settings) } != nil)
      proxy.behave(.pieces(3))
      let connection = try PostgreSQLConnection(settings)
      proxy.behave(.cut(afterBytes: bytes))
      #expect(
        failure { try connection.run("SELECT repeat('x', 100000)") }?.code == .connectionLostAfterSending)
    }
  }
}
